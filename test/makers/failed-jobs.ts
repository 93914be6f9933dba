import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'

/** A job that was given up: the sizes of a picture that is no longer there. */
export async function makeFailedJob(db: Db, now: Date): Promise<string> {
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('job')
    .values({
      ...{ id, kind: 'media.derive-picture', payload: JSON.stringify({ fileId: newId() }) },
      ...{ run_at: at, attempts: 10, created_at: at, failed_at: at },
      error: `ENOENT: no such file or directory, open '/srv/site/data/files/${'0123456789abcdef'.repeat(8)}.jpeg'`,
    })
    .execute()
  return id
}
