import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { exportSite } from './export.server.ts'
import { BadCopy } from './format.ts'
import { copyFile, type CopyKind } from './operations.server.ts'
import { makeStaticCopy, type FetchPage } from './static.server.ts'

interface Site {
  db: Db
  files: FileStore
  ask: FetchPage
  database: string
  dataDir: string
  origin: string
}

const silentMs = 90_000
const reportEveryMs = 1000

/** Makes a requested copy. The requester sees the outcome; it is not retried automatically. */
export async function runCopy(site: Site, id: string, clock: () => Date): Promise<void> {
  const kind = await claim(site.db, id, clock())
  if (!kind) return
  const path = copyFile(site.dataDir, id)
  const onProgress = progressReporter(site.db, id, clock)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (kind === 'static') await makeStaticCopy(site.ask, site.origin, path, (done) => onProgress(done, 0))
    else await exportSite(site.database, site.files, path, onProgress)
    const { size } = await stat(path)
    await end(site.db, id, { state: 'done', bytes: size }, clock())
  } catch (error) {
    logError('site-copy.failed', error, { copy: id })
    const problem = error instanceof BadCopy ? error.message : 'The export failed. Try again.'
    await end(site.db, id, { state: 'failed', problem }, clock())
  }
}

/** No other process takes over while this one still reports progress. */
async function claim(db: Db, id: string, now: Date): Promise<CopyKind | undefined> {
  const row = await db
    .updateTable('site_copy')
    .set({ state: 'running', updated_at: now.getTime() })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'running'), eb('updated_at', '<', now.getTime() - silentMs)]),
      ]),
    )
    .returning('kind')
    .executeTakeFirst()
  return row?.kind
}

/** Records the progress, at most once a second. */
function progressReporter(db: Db, id: string, clock: () => Date) {
  let reportedAt = 0
  return (done: number, total: number) => {
    const at = clock().getTime()
    if (at - reportedAt < reportEveryMs) return
    reportedAt = at
    db.updateTable('site_copy')
      .set({ done_count: done, total_count: total, updated_at: at })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
      .catch((error: unknown) => logError('site-copy.untold', error, { copy: id }))
  }
}

type End = { state: 'done'; bytes: number } | { state: 'failed'; problem: string }

async function end(db: Db, id: string, values: End, now: Date) {
  const at = now.getTime()
  await db
    .updateTable('site_copy')
    .set({ ...values, updated_at: at, ended_at: at })
    .where('id', '=', id)
    .execute()
}
