import type { Db } from '#db/schema/tables.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { ownPhotographJob } from './jobs.ts'

/** The pictures of requests for another photograph, while the office has not shown or refused them. */

export interface OwnPhotograph {
  requestId: string
}

/** Once the row is gone, nobody has the key of the file; a scheduled task removes its bytes. */
export async function forgetPhotograph(db: Db, requestId: string): Promise<void> {
  await db.deleteFrom('own_photograph').where('request_id', '=', requestId).execute()
}

/** Has the job show the picture of an approved request. Says whether there is one. */
export async function queuePhotograph(db: Db, requestId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('own_photograph')
    .select('request_id')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (row) await queueJob(db, ownPhotographJob, { requestId } satisfies OwnPhotograph, now)
  return row !== undefined
}

/** What people in the register have sent and the office has not decided or shown yet. */
export function listPhotographs(db: Db, people: readonly string[]) {
  return db
    .selectFrom('own_photograph as picture')
    .innerJoin('own_request as request', 'request.id', 'picture.request_id')
    .select(['picture.name', 'picture.bytes', 'picture.sha256', 'picture.file_key as fileKey'])
    .where('request.person_id', 'in', ['', ...people])
    .orderBy('request.requested_at')
    .orderBy('request.id')
    .execute()
}
