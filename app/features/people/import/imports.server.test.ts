import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { findInSearch } from '#db/search/search.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { listEntries } from '#features/audit/queries.server.ts'
import { changePerson } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { listLifeMembers } from '#features/people/queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { guessMapping, withMeanings } from './fields.ts'
import { importJobs } from './jobs.server.ts'
import {
  beginImport,
  clearOldImports,
  decideAll,
  decideRows,
  discardImport,
  mapColumns,
  startImport,
  undoImport,
} from './operations.server.ts'
import {
  countPlan,
  eachRow,
  findImport,
  findLastMapping,
  hasRows,
  listNotUndone,
  listMatches,
  listWrongRows,
} from './queries.server.ts'
import { meaningsForm } from './form.ts'
import { runSome } from './run.server.ts'
import { listUnknownValues } from './unknown-values.server.ts'
import { undoSome } from './undo.server.ts'

type Database = Kysely<Tables>

const asha: Actor = { kind: 'staff', id: 'asha', role: 'editor', address: '192.0.2.1' }
const raman: NewPerson = {
  memberNo: 'LM-1',
  title: 'Prof.',
  givenName: 'Chandrasekhara Venkata',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  institution: 'Indian Association for the Cultivation of Science, Kolkata',
  country: 'India',
  listed: true,
}

const file = `Member No.,Name,Institute,Year,Country,Public
LM-10,"Müller, Dr Jürgen",Universität Göttingen,1993,Germany,yes
LM-11,डॉ. आशा वर्मा,काशी हिन्दू विश्वविद्यालय,1990,,yes
lm 1,Prof. C. V. Raman,IACS Kolkata,1994,India,yes
LM-12,Raman C V,IACS Kolkata,1994,India,no
LM-13,,Nowhere,1993,India,
LM-10,Somebody Else,Elsewhere,1993,India,
LM-14,Kabir Das,Elsewhere,nineteen,India,
`

test('a file is read, checked, decided on and imported, with one audit entry for each step', async ({
  db,
}) => {
  const [known = ''] = await enrolPeople(db, [raman], monday)
  const id = await check(db, file)

  expect(await countPlan(db, id)).toEqual({ add: 2, update: 1, skip: 1, wrong: 3, byNumber: 1, byName: 1 })
  expect((await listWrongRows(db, id, 10)).map(({ fileRow, problem }) => `${fileRow} ${problem}`)).toEqual([
    '6 Enter the family name.',
    '7 Row 2 has the same member number.',
    '8 Enter the year of joining as a number from 1900 to 1995.',
  ])
  expect(await listMatches(db, id, 1)).toMatchObject([
    { fileRow: 4, kind: 'number', decision: 'update', there: { id: known, memberNo: 'LM-1' } },
    { fileRow: 5, kind: 'name', decision: 'skip', there: { id: known } },
  ])
  expect(await shownNames(db)).toEqual(['Raman'])

  expect(await startImport(db, asha, id, monday)).toEqual({ ok: true })
  await work(db)

  expect(await findImport(db, id)).toMatchObject({
    state: 'done',
    added: 2,
    updated: 1,
    skipped: 1,
    failed: 3,
  })
  expect(await shownNames(db)).toEqual(['Müller', 'Raman', 'वर्मा'])
  expect(await foundTitles(db, 'muller')).toEqual(['Dr Jürgen Müller'])
  expect(await foundTitles(db, 'आशा')).toEqual(['डॉ. आशा वर्मा'])
  expect(await findRecord(db, known)).toMatchObject({
    institution: 'IACS Kolkata',
    memberNo: 'lm 1',
    version: 2,
  })
  expect(await listActions(db)).toEqual([
    'people-import.begun',
    'people-import.mapped',
    'people-import.started',
    'people.imported',
  ])
  const { entries } = await listEntries(db, { ...asha, role: 'admin' }, {}, 1)
  expect(entries[0]).toMatchObject({
    actor: 'staff:asha',
    details: { file: 'people.csv', added: 2, failed: 3 },
  })
})

test('a value that we do not know is asked once, remembered, and then understood', async ({ db }) => {
  const list = `No,Name,Category,Year\nA-1,Asha Verma,Class II,05-Nov-93\nA-2,Ravi Das,Assoc. Member,1990\n`
  const id = await check(db, list)
  expect(await listUnknownValues(db, id)).toEqual([{ field: 'category', value: 'Class II', count: 1 }])

  const { mapping } = (await findImport(db, id))!
  const meanings = meaningsForm.parse({ 'field-0': 'category', 'from-0': 'Class II', 'to-0': 'student' })
  await mapColumns(db, asha, id, withMeanings(mapping!, meanings), monday)
  await work(db)
  expect(await listUnknownValues(db, id)).toEqual([])
  await startImport(db, asha, id, monday)
  await work(db)

  const people = await db.selectFrom('person').select(['category', 'since']).orderBy('member_no').execute()
  expect(people).toEqual([
    { category: 'student', since: 1993 },
    { category: 'associate', since: 1990 },
  ])
  expect(guessMapping(['No'], await findLastMapping(db)).meanings?.category).toEqual({
    'Class II': 'student',
  })
})

test('undoing removes added people and restores updated ones', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [{ ...raman, sample: true }], monday)
  const id = await bringIn(db, file)
  expect(await undoImport(db, asha, id, monday)).toEqual({ ok: true })
  await work(db)

  expect(await findImport(db, id)).toMatchObject({ state: 'undone', kept: 0 })
  expect(await shownNames(db)).toEqual(['Raman'])
  expect(await foundTitles(db, 'muller')).toEqual([])
  expect(await findRecord(db, known)).toMatchObject({ ...raman, sample: true, version: 3 })
  expect((await listActions(db)).filter((action) => action.startsWith('people.'))).toEqual([
    'people.imported',
    'people.import-undone',
  ])
  expect(await undoImport(db, asha, id, monday)).toEqual({ ok: false, reason: 'not-open' })
})

test('undoing keeps what was written since, and says for whom', async ({ db }) => {
  const [known = ''] = await enrolPeople(db, [raman], monday)
  const id = await bringIn(db, file)
  const { person_id: added } = await db
    .selectFrom('people_import_row')
    .select('person_id')
    .where('result', '=', 'added')
    .orderBy('number')
    .executeTakeFirstOrThrow()
  await edit(db, known)
  await edit(db, added ?? '')
  await undoImport(db, asha, id, monday)
  await work(db)

  expect(await listNotUndone(db, id)).toEqual([
    { id: added, name: 'Dr Jürgen Müller', result: 'proposed' },
    { id: known, name: 'Prof. C. V. Raman', result: 'kept' },
  ])
  expect((await findRecord(db, known))?.city).toBe('Pune')
  expect((await findRecord(db, added ?? ''))?.city).toBe('Pune')
  expect((await findImport(db, id))?.kept).toBe(2)
})

test('single rows and all rows of a kind can be decided on', async ({ db }) => {
  await enrolPeople(db, [raman], monday)
  const id = await check(db, file)
  await decideAll(db, asha, id, { kind: 'number', decision: 'skip' }, monday)
  await decideRows(
    db,
    asha,
    id,
    new Map([
      [3, 'add'],
      [4, 'add'],
      [1, 'skip'],
    ]),
    monday,
  )

  // Row 3 has a number of the register and cannot be added; row 1 needs no decision.
  expect(await countPlan(db, id)).toMatchObject({ add: 3, update: 0, skip: 1 })
  await startImport(db, asha, id, monday)
  await work(db)
  expect(await findImport(db, id)).toMatchObject({ added: 3, updated: 0, skipped: 1 })
})

test('a duplicate within a file is found, and can be left out or added but not updated', async ({ db }) => {
  const id = await check(
    db,
    `No,Name,Institute,Year\nA-1,Asha Verma,IIT Kanpur,1990\nA-2,"Verma, A.",I.I.T. Kanpur,1990\n`,
  )

  expect(await listMatches(db, id, 1)).toMatchObject([
    { fileRow: 3, kind: 'name', decision: 'skip', there: { earlierRow: 2, id: null } },
  ])
  await decideRows(db, asha, id, new Map([[2, 'update']]), monday)
  await decideAll(db, asha, id, { kind: 'name', decision: 'update' }, monday)
  expect(await countPlan(db, id)).toMatchObject({ add: 1, skip: 1, update: 0 })
  await decideAll(db, asha, id, { kind: 'name', decision: 'add' }, monday)
  expect(await countPlan(db, id)).toMatchObject({ add: 2, skip: 0 })
})

test('an interrupted import continues where it stopped, and nothing is done twice', async ({ db }) => {
  const many = `No,Name,Year\n${Array.from({ length: 50 }, (_, n) => `T-${n},Person ${words(n)},1994`).join('\n')}`
  const id = await check(db, many)
  await startImport(db, asha, id, monday)

  expect(await runSome(db, id, monday)).toBe(true)
  expect(await findImport(db, id)).toMatchObject({ state: 'running', doneCount: 20, added: 20 })
  // Two workers in parallel, as after an expired lease.
  const both = await Promise.all([runSome(db, id, monday), runSome(db, id, monday)])
  expect(both.toSorted()).toEqual([false, true])
  await work(db)
  expect(await runSome(db, id, monday)).toBe(false)
  expect(await findImport(db, id)).toMatchObject({ state: 'done', added: 50, failed: 0 })

  await undoImport(db, asha, id, monday)
  expect(await undoSome(db, id, monday)).toBe(true)
  expect(await findImport(db, id)).toMatchObject({ state: 'undoing', doneCount: 20 })
  await work(db)
  const { count } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
  expect((await listActions(db)).filter((action) => action.startsWith('people.'))).toEqual([
    'people.imported',
    'people.import-undone',
  ])
})

test('a number that was taken between check and import refuses the row, not the file', async ({ db }) => {
  const id = await check(db, file)
  await enrolPeople(db, [{ ...raman, memberNo: 'LM-10' }], monday)
  await startImport(db, asha, id, monday)
  await work(db)

  expect(await findImport(db, id)).toMatchObject({ state: 'done', failed: 4 })
  const wrong: string[] = []
  for await (const { cells, problem } of eachRow(db, id, 'refused')) wrong.push(`${cells[0]}: ${problem}`)
  expect(wrong[0]).toBe('LM-10: Someone else in the register now has this number.')
})

test('the same file a second time changes nothing', async ({ db }) => {
  await bringIn(db, file)
  const id = await bringIn(db, file)

  expect(await findImport(db, id)).toMatchObject({ added: 0, updated: 0, skipped: 4 })
})

test.for([
  ['', 'This file is empty.'],
  ['just words', 'This file has no header row. Add headings such as “Member number” and “Name”.'],
  ['No,Name', 'This file has headings but no rows below them.'],
  [`No,Name\n${'x,y\n'.repeat(2000)}"z,`, 'This file has an opening quotation mark without a closing one.'],
] as const)(
  'a file that is not a list is refused, and nothing of it is stored: %j',
  async ([text, sentence], { db }) => {
    const outcome = await beginImport(db, asha, upload(text), monday)

    expect(outcome).toEqual({ ok: false, sentence: expect.stringContaining(sentence) })
    expect(await db.selectFrom('people_import').select('id').execute()).toEqual([])
    expect(await db.selectFrom('people_import_row').select('number').execute()).toEqual([])
  },
)

test('rows above the headings and empty rows are skipped, and the numbers of the file stay', async ({
  db,
}) => {
  const id = await check(db, 'Roll of 1998,,\n,,\nNo,Name,Year\n,,\nLM-1,,1994\n')

  expect(await listWrongRows(db, id, 5)).toMatchObject([{ fileRow: 5, problem: 'Enter the family name.' }])
})

test('the columns that were chosen are remembered', async ({ db }) => {
  await check(db, file)

  expect((await findLastMapping(db))?.mapping.columns).toMatchObject({ memberNo: 0, name: 1, institution: 2 })
})

test('a file can be discarded until it is imported', async ({ db }) => {
  const id = await check(db, file)
  expect(await discardImport(db, asha, id, monday)).toEqual({ ok: true })
  expect(await discardImport(db, asha, id, monday)).toEqual({ ok: false, reason: 'not-found' })
  const done = await bringIn(db, file)
  expect(await discardImport(db, asha, done, monday)).toEqual({ ok: false, reason: 'not-open' })
})

test('after a month the rows are gone, and files that were never imported with them', async ({ db }) => {
  const waiting = await check(db, file)
  const done = await bringIn(db, file)
  await clearOldImports(db, days(29))
  expect(await hasRows(db, done)).toBe(true)

  await clearOldImports(db, days(31))
  expect(await hasRows(db, done)).toBe(false)
  expect(await findImport(db, done)).toMatchObject({ state: 'done', added: 3 })
  expect(await findImport(db, waiting)).toBeUndefined()
})

function days(count: number) {
  return new Date(monday.getTime() + count * 86_400_000)
}

function upload(text: string) {
  return { name: 'people.csv', bytes: Buffer.from(text), sheet: '' }
}

async function check(db: Database, text: string): Promise<string> {
  const started = await beginImport(db, asha, upload(text), monday)
  if (!started.ok) throw new Error(started.sentence)
  const { headings = [] } = (await findImport(db, started.id)) ?? {}
  expect(await mapColumns(db, asha, started.id, guessMapping(headings), monday)).toEqual({ ok: true })
  await work(db)
  return started.id
}

async function bringIn(db: Database, text: string): Promise<string> {
  const id = await check(db, text)
  await startImport(db, asha, id, monday)
  await work(db)
  return id
}

function work(db: Database) {
  return runDueJobs(
    db,
    importJobs(db, () => monday),
    () => monday,
  )
}

async function edit(db: Database, id: string) {
  const record = await findRecord(db, id)
  if (!record) throw new Error('Nobody there.')
  await changePerson(db, asha, id, record.version, { ...record, city: 'Pune' }, monday)
}

async function shownNames(db: Database) {
  return (await listLifeMembers(db, {}, 1)).people.map(({ familyName }) => familyName)
}

async function foundTitles(db: Database, text: string) {
  return (await findInSearch(db, text, { limit: 20, offset: 0 })).hits.map(({ title }) => title)
}

/** Names that are not similar to each other. */
function words(number: number) {
  return [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit)).repeat(2)).join('k')
}
