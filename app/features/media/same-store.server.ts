import type { Db } from '#db/schema/tables.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { logError } from '#server/observe/log.server.ts'

const some = 5

/**
 * Every machine of a site must use the same store: one with another would show no picture, and fail the jobs that it
 * takes. A store that does not answer right now is not a reason to stop.
 */
export async function checkStore(db: Db, files: Pick<FileStore, 'has'>): Promise<void> {
  const oldest = await db
    .selectFrom('file')
    .select('sha256')
    .orderBy('created_at')
    .orderBy('id')
    .limit(some)
    .execute()
  if (oldest.length === 0 || (await hasAny(files, oldest))) return
  throw new ConfigError(
    'FILES_URL must name the store that has the files of this site, as on the other machines; this one has none of its oldest files. To start without them, set MISSING_FILES=yes.',
  )
}

async function hasAny(files: Pick<FileStore, 'has'>, wanted: { sha256: string }[]): Promise<boolean> {
  try {
    const found = await Promise.all(wanted.map(({ sha256 }) => files.has(sha256)))
    return found.includes(true)
  } catch (error) {
    logError('store.unchecked', error)
    return true
  }
}
