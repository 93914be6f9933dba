import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, sharedTest as test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { checkImport } from './check.server.ts'
import { guessMapping } from './fields.ts'
import { importJobs } from './jobs.server.ts'
import { beginImport, cancelImport, mapColumns, startImport, undoImport } from './operations.server.ts'
import { findImport } from './queries.server.ts'
import { runSome } from './run.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const headings = ['No', 'Name', 'Year']
const count = 600

test('a check that was interrupted continues where it stopped, and finds the same', async ({ db }) => {
  const [whole, interrupted] = [await upload(db), await upload(db)]
  await checkImport(db, whole, monday)
  let rests = 0
  expect(await checkImport(db, interrupted, monday, async () => ++rests < 2)).toBe('interrupted')
  expect(await findImport(db, interrupted)).toMatchObject({ state: 'checking', doneCount: 500 })
  expect(await checkImport(db, interrupted, monday, async () => ++rests > 0)).toBe('over')

  expect(rests).toBe(2)
  expect(await findImport(db, interrupted)).toMatchObject({ state: 'checked', doneCount: count })
  const found = await findings(db, whole)
  expect(await findings(db, interrupted)).toEqual(found)
  expect(found.filter(({ problem }) => problem === 'Row 2 has the same member number.')).toHaveLength(2)
})

test('a cancelled check has changed nothing, and its columns can be chosen again', async ({ db }) => {
  const id = await upload(db)
  const cancelled = async () => {
    expect(await cancelImport(db, asha, { id, state: 'checking' }, monday)).toEqual({ ok: true })
    return true
  }
  expect(await checkImport(db, id, monday, cancelled)).toBe('over')
  expect(await findImport(db, id)).toMatchObject({ state: 'mapping' })
  expect((await cancelImport(db, asha, { id, state: 'checking' }, monday)).ok).toBe(false)

  await mapColumns(db, asha, id, guessMapping(headings), monday)
  await work(db)
  expect(await findImport(db, id)).toMatchObject({ state: 'checked', doneCount: count })
})

test('a check does not go on with columns that were chosen before', async ({ db }) => {
  const id = await upload(db)
  const again = async () => {
    await cancelImport(db, asha, { id, state: 'checking' }, monday)
    const { columns, defaults } = guessMapping(headings)
    await mapColumns(db, asha, id, { columns, defaults: { ...defaults, country: 'Nepal' } }, monday)
    return true
  }
  expect(await checkImport(db, id, monday, again)).toBe('over')
  expect(await findImport(db, id)).toMatchObject({ state: 'checking', doneCount: 0 })
})

test('a cancelled import keeps what it has added, reports the rest as not imported, and can be undone', async ({
  db,
}) => {
  const id = await upload(db)
  await work(db)
  await startImport(db, asha, id, monday)
  expect(await runSome(db, id, monday)).toBe(true)
  expect(await cancelImport(db, asha, { id, state: 'running' }, monday)).toEqual({ ok: true })

  await work(db)
  expect(await findImport(db, id)).toMatchObject({ state: 'done', doneCount: 20, added: 20, rowCount: count })
  expect(await countPeople(db)).toBe(20)
  expect((await listActions(db)).slice(-2).toSorted()).toEqual(['people-import.cancelled', 'people.imported'])

  await undoImport(db, asha, id, monday)
  await work(db)
  expect(await findImport(db, id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await countPeople(db)).toBe(0)
})

/** The last two rows repeat the first number. */
async function upload(db: Db): Promise<string> {
  const numbers = Array.from({ length: count }, (_, at) => (at > count - 3 ? 'C-0' : `C-${at}`))
  const rows = numbers.map((number, at) => `${number},Person ${words(at)},1994`)
  const bytes = Buffer.from(`${headings.join(',')}\n${rows.join('\n')}\n`)
  const started = await beginImport(db, asha, { name: 'c.csv', bytes, sheet: '' }, monday)
  if (!started.ok) throw new Error(started.sentence)
  await mapColumns(db, asha, started.id, guessMapping(headings), monday)
  return started.id
}

/** Names that are not similar to each other. */
function words(number: number) {
  return [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit)).repeat(2)).join('k')
}

function work(db: Db) {
  return runDueJobs(
    db,
    importJobs(db, () => monday),
    () => monday,
  )
}

function findings(db: Db, id: string) {
  return db
    .selectFrom('people_import_row')
    .select(['number', 'person', 'problem', 'match_kind', 'match_id', 'decision'])
    .where('import_id', '=', id)
    .orderBy('number')
    .execute()
}

async function countPeople(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  return people
}
