import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { autumn, monday } from './days.ts'
import { provideStarter } from './starter.ts'
import { createDatabase, dropFamily, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresTemplate: string
  }
}

/** Starts one PostgreSQL for the run, with a migrated database that every test's own is copied from. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  const template = await createDatabase(server.url)
  const db = openDatabase(template)
  await migrate(db, monday)
  await db.destroy()

  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', template)
  const starter = await provideStarter(project, autumn, server.url)
  return async () => {
    await starter.drop()
    await dropFamily(template)
    await server.stop()
  }
}
