import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config/config.server.ts'
import { startHeavyWork as startHeavyProcess } from '#server/jobs/heavy-process.server.ts'
import type { Site } from './site.ts'
import { backupJob, drillJob } from '#features/backups/jobs.ts'
import { checkImportJob, makeCopyJob, runImportJob } from '#features/site-copy/jobs.ts'
import { checkJob, runJob, undoJob } from '#features/people/import/jobs.ts'

/** The jobs that compute for long. They run in a process of their own (`heavy-worker.ts`), so that no request waits. */
export const heavyKinds = [
  ...[checkJob, runJob, undoJob],
  ...[checkImportJob, runImportJob],
  makeCopyJob,
  ...[backupJob, drillJob],
]

/** What the process needs of the configuration. */
export type HeavySetup = ReturnType<typeof setupOf>

function setupOf(config: Config) {
  const { origin, database, dataDir, objects, backupDir, backupKey, backupObjects } = config
  return { origin, database, dataDir, objects, backupDir, backupKey, backupObjects }
}

/** Beside this file, in the source as in the build. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './heavy-worker.ts' : './heavy-worker.js', import.meta.url),
)

export function startHeavyWork({ db }: Pick<Site, 'db'>, config: Config): () => Promise<void> {
  return startHeavyProcess({ db, kinds: heavyKinds, entry, setup: setupOf(config) })
}
