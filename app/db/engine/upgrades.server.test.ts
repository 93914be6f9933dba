import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { firstOrAll, isTaken } from '#test/harness/scale.ts'
import { monday, openEmptyDatabase } from '#test/harness/db.ts'
import { addOldRows, readRows } from '#test/makers/old-rows.ts'
import { runOther } from '#test/harness/processes.ts'
import { listTableShapes } from '#db/copy/all-rows.server.ts'
import { engineOf } from './engine.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import type { Migration } from '#db/migrations/migration.ts'
import type { Db } from '#db/schema/tables.ts'

/**
 * R1 of the threat model: from the schemas that a site may have, with rows as years leave them, to the newest. With
 * `OLD_ROWS=100000` that many rows in all; the results are in docs/evidence/upgrades.md.
 */

const manyRows = Number(process.env['OLD_ROWS'] ?? 0)
const maxMs = 60_000
/** Every earlier schema is made and upgraded, which a busy machine does slowly. */
const limitMs = 300_000

const newest = migrations.length - 1
/** By the number of their migrations: the short run takes the first, every fourth and the last ones. */
const earlierSchemas = Array.from({ length: newest }, (_, at) => at + 1).filter(
  (steps) => isTaken(steps, -1, 4) || steps > newest - 3,
)

const broken: Migration = { name: '999-broken', sql: 'create table halfway (id integer);\nno such words;' }

test(
  'from earlier schemas old rows are preserved, and the schema is that of a new site',
  { timeout: limitMs },
  async () => {
    const { db } = await openEmptyDatabase()
    const fresh = await aside(db, async (db) => {
      await migrate(db, monday)
      return readSchema(db)
    })
    expect(fresh.length).toBeGreaterThan(100)

    for (const steps of earlierSchemas) {
      const from = migrations[steps - 1]?.name
      await migrate(db, monday, migrations.slice(0, steps))
      const { before, after, schema, taken, filled, ms } = await aside(db, async (db) => {
        const filled = await addOldRows(db, manyRows)
        const shapes = await listTableShapes(db)
        const before = await readRows(db, shapes)
        const started = performance.now()
        const taken = await migrate(db, monday)
        const ms = Math.round(performance.now() - started)
        return { before, after: await readRows(db, shapes), schema: await readSchema(db), taken, filled, ms }
      })
      if (manyRows) {
        console.log(`${engineOf(db)}, ${from}: ${rowsOf(before)} rows, ${ms} ms`)
        expect(ms, from).toBeLessThan(maxMs)
      }
      expect(filled, from).toBeGreaterThanOrEqual(steps === 1 ? 5 : 6)
      expect(taken, from).toEqual(migrations.slice(steps).map(({ name }) => name))
      expect(after, from).toEqual(before)
      expect(schema, from).toEqual(fresh)
    }
  },
)

test('earlier cases count as confirmed if everyone or the nominee had answered, and name the same people', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '029-confirmed-cases')
  await migrate(db, monday, migrations.slice(0, at))
  const cases = ['submitted', 'submitted', 'complete', 'submitted']
  for (const [number, state] of cases.entries()) {
    const id = `case-${number}`
    const answers = { email: ` N${number}@Example.org`, experts: [{ email: 'dev@far.example' }], degrees: [] }
    await db
      .insertInto('dossier')
      .values({
        ...{ id, reference: id, process: number === 3 ? 'membership' : 'fellow', state, version: 1 },
        ...{ form_version: 1, answers: JSON.stringify(answers), answers_hash: '', subject_name: '' },
        ...{ subject_key: `n${number}@example.org`, sender_name: '', sender_email: '', institution: '' },
        ...{ discipline: '', category: '', cycle: '1995', facts: '{}', received_at: 7, state_at: 7 },
      } as never)
      .execute()
    const answered = number === 1 ? { answered_at: 8, answer: '{}' } : {}
    await db
      .insertInto('confirmation')
      .values({
        ...{ id, dossier_id: id, purpose: 'consent', name: '', email: '', token_hash: id, asked_at: 7 },
        ...{ expires_at: 9, ...answered },
      } as never)
      .execute()
  }
  await migrate(db, monday)

  const marked = await db
    .selectFrom('dossier')
    .select(['subject_confirmed_at', 'sender_confirmed_at'])
    .orderBy('id')
    .execute()
  expect(marked.map((one) => [one.subject_confirmed_at, one.sender_confirmed_at])).toEqual([
    ...[
      [null, null],
      [7, null],
      [7, 7],
      [null, null],
    ],
  ])
  const named = db.selectFrom('dossier_address').select('address').where('dossier_id', '=', 'case-0')
  expect(await named.orderBy('address').execute()).toEqual([
    { address: 'dev@far.example' },
    { address: 'n0@example.org' },
  ])
})

test('a letter about several cases counts as being about all that name its recipient', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '035-letter-cases')
  await migrate(db, monday, migrations.slice(0, at))
  for (const id of ['named', 'other'])
    await db
      .insertInto('dossier')
      .values({
        ...{ id, reference: id, process: 'fellow', state: 'submitted', version: 1, form_version: 1 },
        ...{ answers: '{}', answers_hash: '', subject_name: '', subject_key: id, sender_name: '' },
        ...{ sender_email: '', institution: '', discipline: '', category: '', cycle: '1995', facts: '{}' },
        ...{ received_at: 7, state_at: 7 },
      } as never)
      .execute()
  const address = 'seconder@example.org'
  await db.insertInto('dossier_address').values({ dossier_id: 'named', address }).execute()
  for (const kind of ['letters.together', 'staff.reset'])
    await db
      .insertInto('mail')
      .values({
        ...{ id: kind, kind, recipient: 'Seconder@example.org', subject: '', body_text: '', body_html: '' },
        ...{ message_id: kind, queued_at: 7 },
      })
      .execute()
  await migrate(db, monday)

  expect(await db.selectFrom('letter_case').selectAll().execute()).toEqual([
    { mail_id: 'letters.together', dossier_id: 'named' },
  ])
})

test('everyone with a page gets an address by name, in the order of arrival, and search leads there', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '037-person-addresses')
  await migrate(db, monday, migrations.slice(0, at))
  const people = [
    { id: 'p4', given_name: 'Ashā', family_name: 'Rāo' },
    { id: 'p1', given_name: 'Asha', family_name: 'Rao' },
    { id: 'p2', given_name: 'Asha', family_name: 'Rao', listed_at: null },
    { id: 'p3', given_name: 'Asha', family_name: 'Rao', grade: null },
    { id: 'p5', given_name: 'सिद्धनाथ', family_name: 'पाण्डेय' },
    { id: 'p6', given_name: '', family_name: '祖沖之' },
  ]
  for (const person of people) {
    await db
      .insertInto('person')
      .values({
        ...{ member_no: person.id, sort_name: '', search_name: '', category: 'life', grade: 'fellow' },
        ...{
          since: 1990,
          discipline: '',
          country: '',
          listed_at: 1,
          created_at: 0,
          updated_at: 0,
          ...person,
        },
      })
      .execute()
    await db
      .insertInto('search_entry')
      .values({
        ...{ subject: 'person', subject_id: person.id, href: `/fellowship/fellows/${person.id}` },
        ...{ title: '', sort_key: '', summary: '', section: '', sample_at: null },
      } as never)
      .execute()
  }
  await migrate(db, monday)

  const given = await db.selectFrom('person').select(['id', 'slug']).orderBy('id').execute()
  expect(given.map(({ id, slug }) => `${id} ${slug}`)).toEqual([
    ...['p1 asha-rao', 'p2 null', 'p3 null', 'p4 asha-rao-2', 'p5 siddhanath-pandey', 'p6 fellow'],
  ])
  const found = await db.selectFrom('search_entry').select('href').orderBy('subject_id').execute()
  expect(found.map(({ href }) => href.split('/').at(-1))).toEqual([
    ...['asha-rao', 'p2', 'p3', 'asha-rao-2', 'siddhanath-pandey', 'fellow'],
  ])
})

test('a failing migration leaves schema and old rows as they were', async () => {
  const { db } = await openEmptyDatabase()
  const half = Math.floor(migrations.length / 2)
  await migrate(db, monday, migrations.slice(0, half))
  await addOldRows(db)
  const found = await readAll(db)

  await expect(migrate(db, monday, [...migrations, broken])).rejects.toThrow()
  expect(await readAll(db)).toEqual(found)
  expect(await migrate(db, monday)).toHaveLength(migrations.length - half)
})

test.for(firstOrAll([9, 1, migrations.length - 1]))(
  'a process that is killed while it migrates from step %s leaves everything as it was, and the next one succeeds',
  async (steps) => {
    const { db, address } = await openEmptyDatabase()
    await migrate(db, monday, migrations.slice(0, steps))
    await addOldRows(db)
    const found = await readAll(db)
    const other = runOther('migrate-without-end', address)
    await other.line(/started/)
    // Wherever it is by now, between its first migration and one that it cannot finish.
    await wait(steps * 7)
    other.process.kill('SIGKILL')
    await other.ended

    expect(await readAll(db)).toEqual(found)
    expect(await migrate(db, monday)).toEqual(migrations.slice(steps).map(({ name }) => name))
  },
)

function rowsOf(read: Record<string, string[]>) {
  return Object.values(read).reduce((all, rows) => all + rows.length, 0)
}

/** Does the work and rolls it back, so that the next finds the database empty again. */
async function aside<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const takenBack = new Error('taken back')
  let answer: T
  await db
    .transaction()
    .execute(async (db) => {
      answer = await work(db)
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  return answer!
}

async function readAll(db: Db) {
  return { schema: await readSchema(db), rows: await readRows(db, await listTableShapes(db)) }
}

/** Every table, column, index and trigger, a line each. */
async function readSchema(db: Db): Promise<string[]> {
  const requested =
    engineOf(db) === 'sqlite'
      ? sql<{
          line: string
        }>`select type || ' ' || name || ': ' || coalesce(sql, '') as line from sqlite_master`
      : sql<{ line: string }>`
        select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
          coalesce(collation_name, '') || ' ' || coalesce(column_default, '') as line
        from information_schema.columns where table_schema = current_schema()
        union all select indexdef from pg_indexes where schemaname = current_schema()
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = current_schema()::regnamespace`
  const { rows } = await requested.execute(db)
  return rows.map(({ line }) => line).toSorted()
}
