import type { Kysely } from 'kysely'
import { inject, test as base } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Tables } from '#db/tables.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'

/** A Monday in the Academy's early days, for tests that need a fixed now. */
export const monday = new Date('1995-01-02T09:00:00Z')

/** Gives each test an empty, migrated database of the engine that the Vitest project names. */
export const test = base.extend<{ db: Kysely<Tables> }>({
  db: async ({}, use) => {
    const { db, drop } = await openTestDatabase(':memory:')
    await use(db)
    await db.destroy()
    await drop()
  },
})

/** Opens one at the path given, or on PostgreSQL a copy of the migrated template. */
export async function openTestDatabase(sqlitePath: string) {
  if (process.env['TEST_ENGINE'] === 'postgres') {
    const address = await createDatabase(inject('postgresUrl'), inject('postgresTemplate'))
    return { db: openDatabase(address), address, drop: () => dropDatabase(address) }
  }
  const db = openDatabase(sqlitePath)
  await migrate(db, monday)
  return { db, address: sqlitePath, drop: async () => undefined }
}
