import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test as base } from 'vitest'
import { createEmptyDatabase, monday } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { openDatabase } from './engine.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import type { Migration } from '#db/migrations/migration.ts'

const test = base.extend<{ folder: string; address: string; db: ReturnType<typeof openDatabase> }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  address: async ({ folder }, use) => {
    const { address, drop } = await createEmptyDatabase(join(folder, 'site.db'))
    await use(address)
    await drop()
  },
  db: async ({ address }, use) => {
    const db = openDatabase(address)
    await use(db)
    await db.destroy()
  },
})

const shelf: Migration = { name: '001-shelf', sql: 'create table shelf (width integer);' }
const book: Migration = {
  name: '002-book',
  sql: `create table book (title text);
insert into book (title) values ('Opticks; or, a treatise');`,
}

test('an empty database gets every migration, in order', async ({ db }) => {
  expect(await migrate(db, monday)).toEqual(migrations.map(({ name }) => name))
  expect(await db.selectFrom('content_version').select('version').execute()).toEqual([{ version: 1 }])
})

test('a database that is up to date is left alone', async ({ db }) => {
  await migrate(db, monday)

  expect(await migrate(db, monday)).toEqual([])
})

test('a later release runs only its new migrations', async ({ db }) => {
  await migrate(db, monday, [shelf])

  expect(await migrate(db, monday, [shelf, book])).toEqual(['002-book'])
  expect(await titles(db)).toEqual(['Opticks; or, a treatise'])
})

test('a migration that was changed after it had run is refused', async ({ db }) => {
  await migrate(db, monday, [shelf])
  const changed = { ...shelf, sql: 'create table shelf (width integer, depth integer);' }

  await expect(migrate(db, monday, [changed, book])).rejects.toThrow('001-shelf was changed')
  await expect(titles(db)).rejects.toThrow(/book/)
})

test('a database of a newer release is refused and left alone', async ({ db }) => {
  await migrate(db, monday, [shelf, book])

  await expect(migrate(db, monday, [shelf])).rejects.toThrow('newer version of the site (migration 002-book)')
  expect(await titles(db)).toHaveLength(1)
})

test('a failing migration leaves nothing of itself or of the ones before it', async ({ db }) => {
  const broken: Migration = { name: '003-broken', sql: 'create table lamp (watt integer);\nno such words;' }

  await expect(migrate(db, monday, [shelf, book, broken])).rejects.toThrow()
  for (const table of ['shelf', 'book', 'lamp', 'migration'])
    await expect(sql`select * from ${sql.table(table)}`.execute(db)).rejects.toThrow(table)
  expect(await migrate(db, monday, [shelf, book])).toHaveLength(2)
})

test('two connections that migrate in parallel run each migration once', async ({ db, address }) => {
  const second = openDatabase(address)
  const taken = await Promise.all([migrate(db, monday), migrate(second, monday)])
  await second.destroy()

  expect(taken.flat()).toEqual(migrations.map(({ name }) => name))
})

test('two processes that start together on an empty database both start with one load', async ({
  db,
  address,
  folder,
}) => {
  const ends = await Promise.all([1, 2].map(() => runOther('load', address, folder).ended))

  expect(ends.map(({ code, errors }) => code === 0 || errors)).toEqual([true, true])
  const lines = ends.flatMap(({ lines }) => lines)
  expect(lines.filter((line) => /^migrated [1-9]/.test(line))).toHaveLength(1)
  expect(lines.filter((line) => /publishing/.test(line))).toHaveLength(1)
  const people = await db.selectFrom('person').select('id').execute()
  expect(people).toHaveLength(200)
}, 120_000)

async function titles(db: ReturnType<typeof openDatabase>) {
  const { rows } = await sql<{ title: string }>`select title from book`.execute(db)
  return rows.map((row) => row.title)
}
