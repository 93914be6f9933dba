import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { autumn, monday } from './days.ts'
import { provideStarter } from './starter.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sqliteTemplate: string
  }
}

/** Creates a migrated file that every test's own database is copied from, and a site with the starter content. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  const template = join(folder, 'site.db')
  const db = openDatabase(template)
  await migrate(db, monday)
  await db.destroy()
  project.provide('sqliteTemplate', template)
  const starter = await provideStarter(project, autumn)
  return async () => {
    await starter.drop()
    rmSync(folder, { recursive: true })
  }
}
