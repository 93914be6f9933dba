import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { JobHandlers } from '#server/jobs/jobs.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'
import type { StoreLocation } from '#server/files/stores.server.ts'
import { BadCopy } from './format.ts'
import { checkCopy, importSite } from './import.server.ts'
import { actorIn } from './imports.server.ts'
import type { OnProgress } from './zip-in.server.ts'
import { checkImportJob, runImportJob } from './jobs.ts'

interface Site extends StoreLocation {
  db: Db
  files: FileStore
  obstacleWords: ObstacleWords
}

const leaseMs = 90_000
const reportEveryMs = 1000
const wholeWork = 1000

/** The long work on an uploaded copy, for whichever process takes it; after a kill it starts again. */
export function siteImportJobs(site: Site, clock: () => Date = () => new Date()): JobHandlers {
  return {
    [checkImportJob]: ({ importId }: { importId: string }) => checkSiteImport(site, importId, clock),
    [runImportJob]: ({ importId }: { importId: string }) => runSiteImport(site, importId, clock),
  }
}

export async function checkSiteImport(site: Site, id: string, clock: () => Date) {
  const { db } = site
  const claimed = await claim(db, id, 'checking', clock())
  if (!claimed) return
  try {
    const path = await openChunkStore(site).gather(id, claimed.bytes)
    const holds = await checkCopy(path, clock(), progressReporter(db, id, clock))
    await recordEnd(db, id, 'checking', { state: 'checked', holds: toJson(holds) }, clock())
  } catch (error) {
    const problem = problemOf(error, id, 'We could not check the copy. Upload it again.')
    await recordEnd(db, id, 'checking', { state: 'refused', problem, ended_at: clock().getTime() }, clock())
  }
}

export async function runSiteImport(site: Site, id: string, clock: () => Date) {
  const { db, files, dataDir, obstacleWords } = site
  const claimed = await claim(db, id, 'running', clock())
  if (!claimed) return
  const now = clock()
  const onProgress = progressReporter(db, id, clock)
  // In the transaction that writes the rows, so that it cannot happen without being recorded.
  const finish = (db: Db) => recordEnd(db, id, 'running', { state: 'done', ended_at: now.getTime() }, now)
  const failed = (problem: string) => recordEnd(db, id, 'running', { state: 'checked', problem }, clock())
  try {
    const path = await openChunkStore(site).gather(id, claimed.bytes)
    const done = await importSite(db, files, path, dataDir, actorIn(claimed), now, {
      obstacleWords,
      onProgress,
      finish,
    })
    if (!done.ok) await failed(done.problem)
  } catch (error) {
    await failed(problemOf(error, id, 'The import failed. Try again.'))
  }
}

function problemOf(error: unknown, id: string, otherwise: string): string {
  if (error instanceof BadCopy) return error.message
  logError('site-import.failed', error, { import: id })
  return otherwise
}

/** Whoever holds its job may claim it: the process that began it before has ended. */
function claim(db: Db, id: string, state: 'checking' | 'running', now: Date) {
  return db
    .updateTable('site_import')
    .set({ busy_until: now.getTime() + leaseMs })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning(['actor', 'bytes'])
    .executeTakeFirst()
}

type ImportEnd = {
  state: 'checked' | 'done' | 'refused'
  holds?: string
  problem?: string
  ended_at?: number
}

async function recordEnd(db: Db, id: string, from: 'checking' | 'running', end: ImportEnd, now: Date) {
  await db
    .updateTable('site_import')
    .set({ ...end, busy_until: null, updated_at: now.getTime() })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()
}

/** Records the progress, at most once a second. */
function progressReporter(db: Db, id: string, clock: () => Date): OnProgress {
  let reportedAt = 0
  return (done, total) => {
    const at = clock().getTime()
    if (at - reportedAt < reportEveryMs) return
    reportedAt = at
    db.updateTable('site_import')
      .set({
        done_count: Math.floor((wholeWork * Math.min(done, total)) / Math.max(1, total)),
        total_count: wholeWork,
        busy_until: at + leaseMs,
      })
      .where('id', '=', id)
      .where('busy_until', 'is not', null)
      .execute()
      .catch((error: unknown) => logError('site-import.untold', error, { import: id }))
  }
}
