import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { countRemovals } from '#features/people/removing/queries.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { guessMapping } from './fields.ts'
import { importJobs } from './jobs.server.ts'
import { beginImport, clearOldImports, mapColumns, startImport, undoImport } from './operations.server.ts'

const file = 'No,Name,Year\nLM-20,Tara Menon,1990\nLM-21,Kabir Das,1991\n'
const withGrades = 'Number,Name,Year,Grade,Elected\nLM-20,Tara Menon,1990,Fellow,1992\n'

const after = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)

function work(db: Db, now: Date) {
  return runDueJobs(
    db,
    importJobs(db, () => now),
    () => now,
  )
}

async function bringIn(db: Db, actor: Actor, text = file): Promise<string> {
  const upload = { name: 'people.csv', bytes: Buffer.from(text), sheet: '' }
  const started = await beginImport(db, actor, upload, monday)
  if (!started.ok) throw new Error(started.sentence)
  const headings = text.slice(0, text.indexOf('\n')).split(',')
  await mapColumns(db, actor, started.id, guessMapping(headings), monday)
  await work(db, monday)
  expect(await startImport(db, actor, started.id, monday)).toEqual({ ok: true })
  await work(db, monday)
  return started.id
}

async function office(db: Db) {
  const [editor, admin] = [await makeStaff(db, monday), await makeStaff(db, monday, { role: 'admin' })]
  return { editor: actorFor(editor), admin: actorFor(admin) }
}

test('only whoever imported a file deletes what it added at once, and only for a day', async ({ db }) => {
  const { editor, admin } = await office(db)
  const undone = async (actor: Actor, hours: number) => {
    await db.deleteFrom('person').execute()
    const id = await bringIn(db, editor)
    expect(await undoImport(db, actor, id, after(hours))).toEqual({ ok: true })
    await work(db, after(hours))
    const people = await db.selectFrom('person').select('id').where('binned_at', 'is', null).execute()
    return { people: people.length, waiting: (await countRemovals(db)).count }
  }
  expect(await undone(editor, 23)).toEqual({ people: 0, waiting: 0 })
  expect(await undone(editor, 24)).toEqual({ people: 2, waiting: 2 })
  expect(await undone(admin, 1)).toEqual({ people: 2, waiting: 2 })
  const reason = 'The import of people.csv was undone.'
  const waiting = await db.selectFrom('person_removal').select(['proposed_by', 'reason']).execute()
  expect(waiting).toContainEqual({ proposed_by: 'id' in admin ? admin.id : '', reason })
})

test('an undoing that stopped for months still finds what the import added', async ({ db }) => {
  const { editor } = await office(db)
  const id = await bringIn(db, editor)
  await undoImport(db, editor, id, monday)
  const months = 100 * 24
  await clearOldImports(db, after(months))
  await work(db, after(months))

  expect(await db.selectFrom('person').select('id').execute()).toEqual([])
})

test('undoing deletes nobody with whom someone has worked since', async ({ db }) => {
  const { editor } = await office(db)
  const id = await bringIn(db, editor)
  const { id: personId } = await db
    .selectFrom('person')
    .select('id')
    .where('member_no', '=', 'LM-21')
    .executeTakeFirstOrThrow()
  const contact = { email: 'kabir@example.org', phone: '', postalAddress: '' }
  expect(await saveContact(db, system, { personId, version: 0, ...contact }, monday)).toEqual({ ok: true })
  await undoImport(db, editor, id, monday)
  await work(db, monday)

  expect(await db.selectFrom('person').select('member_no').execute()).toEqual([{ member_no: 'LM-21' }])
  expect(await findRecord(db, personId)).toMatchObject({ binnedAt: null })
  expect(await countRemovals(db)).toMatchObject({ count: 1 })
})

test('the proposals come although the account of whoever undid the import is gone', async ({ db }) => {
  const { editor, admin } = await office(db)
  const id = await bringIn(db, editor)
  await undoImport(db, admin, id, monday)
  await db.deleteFrom('staff_user').execute()
  await work(db, monday)
  expect(await countRemovals(db)).toMatchObject({ count: 2 })
})

test('an import with grades is undone only by an administrator', async ({ db }) => {
  const { editor, admin } = await office(db)
  const id = await bringIn(db, admin, withGrades)
  expect(await undoImport(db, editor, id, monday)).toEqual({ ok: false, reason: 'grade-by-administrators' })
  expect(await undoImport(db, admin, id, monday)).toEqual({ ok: true })
})
