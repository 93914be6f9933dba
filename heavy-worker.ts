import { openDatabase } from '#db/engine/engine.server.ts'
import { backupJobs } from '#features/backups/schedule.server.ts'
import { importJobs } from '#features/people/import/jobs.server.ts'
import { siteImportJobs } from '#features/site-copy/run-import.server.ts'
import { copyJobs } from '#features/site-copy/run.server.ts'
import { obstacleWords } from '#routes/request/obstacle-words.ts'
import { readConfig } from '#server/config/config.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { runHeavyWorker } from '#server/jobs/heavy-worker.server.ts'
import type { HeavySetup } from './heavy-work.ts'
import type { openSite, Site } from './site.ts'

/** The process that does heavy jobs. It has its own connections and ends when nothing is left to do. */
runHeavyWorker((setup: HeavySetup) => {
  const db = openDatabase(setup.database)
  const site = { ...setup, ...openStores(setup), backupKey: setup.backupKey, db }
  const pages = pagesOf(setup)
  return {
    db,
    // People wait for an import, so imports queue behind no backup.
    groups: [
      { ...importJobs(db), ...siteImportJobs({ ...site, obstacleWords }) },
      copyJobs({ ...site, ask: pages.ask }),
      backupJobs(site),
    ],
    close: async () => {
      await pages.close()
      await db.destroy()
    },
  }
})

/** The public pages as a visitor gets them. Only a static copy needs the whole site, which takes memory and a second. */
function pagesOf(setup: HeavySetup) {
  let opening: Promise<Site> | undefined
  const open = async () => {
    const built = (await import(new URL('./index.js', import.meta.url).href)) as { openSite: typeof openSite }
    return built.openSite({ ...readConfig(process.env), ...setup })
  }
  return {
    ask: async (path: string) => (await (opening ??= open())).ask(path),
    close: async () => (await opening)?.close(),
  }
}
