import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { inject, onTestFinished, test as base } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import { takeDatabase } from './databases/reuse.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

export { monday } from './days.ts'

/** Gives each test an empty, migrated database of the engine that the Vitest project names. */
export const test = base.extend<{ db: Kysely<Tables> }>({
  db: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'))
    const { db, drop } = await openTestDatabase(join(folder, 'site.db'))
    await use(db)
    await db.destroy()
    await drop()
    rmSync(folder, { recursive: true })
  },
})

/** The same if other connections and processes need to reach it, at `address`. */
export const sharedTest = base.extend<{ folder: string; address: string; db: Kysely<Tables> }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  address: async ({ folder }, use) => {
    const { db, address, drop } = await openTestDatabase(join(folder, 'site.db'))
    await db.destroy()
    await use(address)
    await drop()
  },
  db: async ({ address }, use) => {
    const db = openDatabase(address)
    await use(db)
    await db.destroy()
  },
})

/** The address of a database in which no migration has run yet. */
export async function createEmptyDatabase(sqlitePath: string) {
  if (process.env['TEST_ENGINE'] !== 'postgres') return { address: sqlitePath, drop: async () => undefined }
  const address = await createDatabase(inject('postgresUrl'))
  return { address, drop: () => dropDatabase(address) }
}

/** The same, open until the test ends. */
export async function openEmptyDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const { address, drop } = await createEmptyDatabase(join(folder, 'site.db'))
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
    rmSync(folder, { recursive: true })
  })
  return { db, address }
}

/** Opens a copy of the migrated template: on SQLite at the given path, on PostgreSQL a separate database. */
export async function openTestDatabase(sqlitePath: string) {
  if (process.env['TEST_ENGINE'] === 'postgres') {
    const { address, giveBack } = await takeDatabase(inject('postgresUrl'), inject('postgresTemplate'))
    return { db: openDatabase(address), address, drop: giveBack }
  }
  copyFileSync(inject('sqliteTemplate'), sqlitePath)
  return { db: openDatabase(sqlitePath), address: sqlitePath, drop: async () => undefined }
}
