import { openDatabase } from '#db/engine/engine.server.ts'
import { importJobs } from '#features/people/import/jobs.server.ts'
import { runHeavyWorker } from '#server/jobs/heavy-worker.server.ts'
import type { HeavySetup } from './heavy-work.ts'

/** The process that does heavy jobs. It has its own connections and ends when nothing is left to do. */
runHeavyWorker(({ database }: HeavySetup) => {
  const db = openDatabase(database)
  return { db, groups: [importJobs(db)], close: () => db.destroy() }
})
