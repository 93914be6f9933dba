import { isPostgresUrl } from '#db/engine/engine.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { startScheduledTasks } from '#server/jobs/scheduled-tasks.server.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { openBackupKey } from '#features/backups/key.server.ts'
import { takePointInProcess } from './point-process.server.ts'

/** What is lost at most is this, and the seconds that a point takes. */
const everyMs = 20_000

/** Takes recovery points if the settings ask for them. The returned function stops it, also in the middle of one. */
export function startRecoveryPoints(config: Config, every = everyMs): () => Promise<void> {
  const { recoveryDays: days, ...rest } = config
  if (days === 0 || isPostgresUrl(config.database)) return async () => undefined
  const stopping = new AbortController()
  const take = async () => {
    const { database, dataDir, backupDir, objects, backupObjects } = rest
    const { key } = openBackupKey(config)
    const request = { database, dataDir, backupDir, objects, backupObjects, key, days }
    try {
      const { written } = await takePointInProcess(request, stopping.signal)
      if (written?.isFirst) log('recovery.begun', { pages: written.pages, bytes: written.bytes })
    } catch (error) {
      if (!stopping.signal.aborted) logError('recovery.failed', error)
    }
  }
  const stop = startScheduledTasks({ 'recovery-point': take }, every)
  return async () => {
    stopping.abort()
    await stop()
  }
}
