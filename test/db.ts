import { inject, test as base } from 'vitest'
import type { Kysely } from 'kysely'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Tables } from '#db/tables.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'

/** A Monday in the Academy's early days, for tests that need a fixed now. */
export const monday = new Date('1995-01-02T09:00:00Z')

/** Gives each test an empty, migrated database of the engine that the Vitest project names. */
export const test = base.extend<{ db: Kysely<Tables> }>({
  db: async ({}, use) => {
    const { db, close } = await openTestDatabase()
    await use(db)
    await close()
  },
})

export async function openTestDatabase() {
  return process.env['TEST_ENGINE'] === 'postgres' ? openOnPostgres() : openOnSqlite()
}

async function openOnSqlite() {
  const address = ':memory:'
  const db = openDatabase(address)
  await migrate(db, monday)
  return { db, address, close: () => db.destroy() }
}

async function openOnPostgres() {
  const address = await createDatabase(inject('postgresUrl'), inject('postgresTemplate'))
  const db = openDatabase(address)
  const close = async () => {
    await db.destroy()
    await dropDatabase(address)
  }
  return { db, address, close }
}
