import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { JobHandlers } from '#server/jobs/jobs.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { exportSite } from './export.server.ts'
import { BadCopy } from './format.ts'
import { copyFile, type CopyKind } from './operations.server.ts'
import { makeStaticCopy, type FetchPage } from './static.server.ts'
import { makeCopyJob } from './jobs.ts'

interface Site {
  db: Db
  files: FileStore
  ask: FetchPage
  database: string
  dataDir: string
  origin: string
}

const reportEveryMs = 1000

/** For whichever process takes them; after a kill a copy is made anew. */
export function copyJobs(site: Site, clock: () => Date = () => new Date()): JobHandlers {
  return {
    [makeCopyJob]: ({ copyId }: { copyId: string }, _: boolean, signal: AbortSignal) =>
      runCopy(site, copyId, clock, signal),
  }
}

/**
 * Makes a requested copy. The requester sees the outcome; after a failure it is not retried automatically. Whoever holds
 * its job may make it: the process that began it before has ended.
 */
export async function runCopy(
  site: Site,
  id: string,
  clock: () => Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const kind = await claim(site.db, id, clock())
  if (!kind) return
  const path = copyFile(site.dataDir, id)
  const reporter = new ProgressReporter(site.db, id, clock)
  try {
    await prepareFolder(dirname(path))
    await make(kind, site, path, reporter, AbortSignal.any([signal, reporter.cancelled]))
    const { size } = await stat(path)
    await end(site.db, id, { state: 'done', bytes: size }, clock())
  } catch (error) {
    if (signal.aborted) throw error
    if (reporter.cancelled.aborted) return
    logError('site-copy.failed', error, { copy: id })
    const problem = error instanceof BadCopy ? error.message : 'The export failed. Try again.'
    await end(site.db, id, { state: 'failed', problem }, clock())
  } finally {
    reporter.stop()
  }
}

async function prepareFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Left behind by a process that was killed.
  const scraps = (await readdir(folder)).filter((name) => /^\.(site|static)-copy-/.test(name))
  for (const name of scraps) await rm(join(folder, name), { recursive: true, force: true })
}

async function make(
  kind: CopyKind,
  site: Site,
  path: string,
  reporter: ProgressReporter,
  signal: AbortSignal,
) {
  if (kind === 'static') {
    const onProgress = (found: number) => reporter.note(found, 0)
    await makeStaticCopy(site.ask, site.origin, path, { onProgress, signal })
  } else {
    const onProgress = (done: number, total: number) => reporter.note(done, total)
    await exportSite(site.database, site.files, path, { onProgress, signal })
  }
}

async function claim(db: Db, id: string, now: Date): Promise<CopyKind | undefined> {
  const row = await db
    .updateTable('site_copy')
    .set({ state: 'running', updated_at: now.getTime() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('kind')
    .executeTakeFirst()
  return row?.kind
}

/** Records the progress once a second, and notices then that someone has cancelled the copy. */
class ProgressReporter {
  readonly #cancel = new AbortController()
  readonly #timer: NodeJS.Timeout
  #progress = { done_count: 0, total_count: 0 }

  constructor(db: Db, id: string, clock: () => Date) {
    const report = async () => {
      const { numUpdatedRows } = await db
        .updateTable('site_copy')
        .set({ ...this.#progress, updated_at: clock().getTime() })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) this.#cancel.abort()
    }
    const tryReporting = () =>
      report().catch((error: unknown) => logError('site-copy.untold', error, { copy: id }))
    this.#timer = setInterval(tryReporting, reportEveryMs)
  }

  get cancelled(): AbortSignal {
    return this.#cancel.signal
  }

  note(done: number, total: number) {
    this.#progress = { done_count: done, total_count: total }
  }

  stop() {
    clearInterval(this.#timer)
  }
}

type End = { state: 'done'; bytes: number } | { state: 'failed'; problem: string }

async function end(db: Db, id: string, values: End, now: Date) {
  const at = now.getTime()
  await db
    .updateTable('site_copy')
    .set({ ...values, updated_at: at, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
