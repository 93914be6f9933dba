import { isPostgresUrl } from '#db/engine/engine.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { startScheduledTasks } from '#server/jobs/scheduled-tasks.server.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { openBackupStore } from '#features/backups/backup-store.server.ts'
import { openBackupKey } from '#features/backups/key.server.ts'
import { takePointInProcess } from './point-process.server.ts'
import { removeAllPoints } from './remove-all.server.ts'

/** What is lost at most is this, and the seconds that a point takes. */
const everyMs = 20_000

/**
 * Takes recovery points if the settings ask for them; otherwise removes, after a week, those that the site has taken. The returned
 * function stops it, also in the middle of one.
 */
export function startRecoveryPoints(config: Config, every = everyMs): () => Promise<void> {
  const stopping = new AbortController()
  const stop =
    config.recoveryDays === 0
      ? startScheduledTasks({ 'remove-recovery-points': (now) => remove(config, now, stopping.signal) })
      : startTaking(config, every, stopping.signal)
  return async () => {
    stopping.abort()
    await stop()
  }
}

function startTaking(config: Config, every: number, signal: AbortSignal): () => Promise<void> {
  if (isPostgresUrl(config.database)) return async () => undefined
  return startScheduledTasks({ 'recovery-point': () => take(config, signal) }, every)
}

async function take(config: Config, signal: AbortSignal) {
  const { database, dataDir, backupDir, objects, backupObjects, recoveryDays: days } = config
  const { key } = openBackupKey(config)
  const request = { database, dataDir, backupDir, objects, backupObjects, key, days }
  try {
    const { written } = await takePointInProcess(request, signal)
    if (written?.isFirst) log('recovery.begun', { pages: written.pages, bytes: written.bytes })
  } catch (error) {
    if (!signal.aborted) logError('recovery.failed', error)
  }
}

async function remove(config: Config, now: Date, signal: AbortSignal) {
  const removed = await removeAllPoints(config.dataDir, openBackupStore(config), now, signal)
  if (removed > 0) log('recovery.removed', { files: removed })
}
