import { expect } from 'vitest'
import type { StaffActor } from '#features/audit/actor.ts'
import { newId } from '#db/engine/id.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { migrations } from '#db/migrations/all.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import { assignCase, addNote } from '#features/cases/operations.server.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { readCase, readCaseList } from '#features/casework/reading.server.ts'
import { countWaiting } from '#features/desk/waiting.server.ts'
import { findForStaff } from '#features/search/staff-find.server.ts'
import { finders, type FoundByKind } from '#routes/staff/desk/finders.server.ts'
import { monday, openEmptyDatabase, test } from '#test/harness/db.ts'
import { grantCapability, makeBody } from '#test/makers/bodies.ts'
import { caseOrigin } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { everyCase, listCapabilities, listGrants, readScope, setGrants } from './capabilities.server.ts'
import { grantFields, grantsForm, readGrants, readScopeTicks } from './form.ts'

const day = '1995-01-01'

async function makeEditor(db: Db, email?: string): Promise<StaffActor> {
  return actorFor(await makeStaff(db, monday, { role: 'editor', ...(email && { email }) }))
}

/** An account as an earlier release stored it. */
async function makeFormerEditor(db: Db): Promise<StaffActor> {
  const id = newId()
  const at = monday.getTime()
  await db
    .insertInto('staff_user')
    .values({
      ...{ id, email: `${id}@example.org`, name: 'Meera Rao', phone: '' },
      ...{ requested_role: 'editor', role: 'editor', state: 'active', email_verified_at: at },
      ...{ failures: 0, created_at: at, updated_at: at },
    })
    .execute()
  return actorFor({ id, role: 'editor' })
}

/** Everything that could show the case to a member of staff. */
async function seenBy(db: Db, who: StaffActor, reference: string) {
  const found = await findForStaff<FoundByKind>(db, finders, who, reference, new Set(['cases']), monday)
  return {
    page: (await readCase(db, who, reference, monday)) !== undefined,
    list: (await readCaseList(db, who, { page: 1, dir: 'asc' }, monday)).total > 0,
    queues: (await readCaseDesk(db, who, monday)).queues.length > 0,
    waiting: ((await countWaiting(db, who, monday))['/editor/cases'] ?? 0) > 0,
    palette: found.cases.length > 0,
    note: (await addNote(db, who, reference, 'A note', monday)).ok,
  }
}

const everything = { page: true, list: true, queues: true, waiting: true, palette: true, note: true }
const nothing = { page: false, list: false, queues: false, waiting: false, palette: false, note: false }

test('an editor sees no case until a body for the office has them as a member', async ({ db }) => {
  const editor = await makeEditor(db)
  const reference = await makeCase(db, monday, { state: 'complete' })
  const spam = { reference, move: 'close-as-spam', typed: {} }

  expect(await seenBy(db, editor, reference)).toEqual(nothing)
  expect(await moveCase(db, editor, caseOrigin, spam, monday)).toEqual({ ok: false, reason: 'not-found' })
  for (const capability of ['reviewer', 'chair', 'teller', 'council', 'auditor'] as const)
    await grantCapability(db, editor.id, capability, monday)
  expect(await seenBy(db, editor, reference)).toEqual(nothing)
  await grantCapability(db, editor.id, 'office', monday)
  expect(await seenBy(db, editor, reference)).toEqual(everything)
})

test('a body may work on cases of one type only', async ({ db }) => {
  const editor = await makeEditor(db)
  await grantCapability(db, editor.id, 'office', monday, { caseType: 'membership' })
  const fellow = await makeCase(db, monday, { state: 'complete' })
  expect(await seenBy(db, editor, fellow)).toEqual(nothing)

  const application = await makeCase(db, monday, { process: 'membership', state: 'in_scrutiny' })
  expect(await readCase(db, editor, application, monday)).toBeDefined()
  expect((await readCaseList(db, editor, { page: 1, dir: 'asc' }, monday)).total).toBe(1)
})

test('a body may work on cases of one discipline only', async ({ db }) => {
  const [chemist, physicist] = [await makeEditor(db), await makeEditor(db)]
  await grantCapability(db, chemist.id, 'office', monday, { scope: { discipline: 'Chemistry' } })
  await grantCapability(db, physicist.id, 'office', monday, { scope: { discipline: 'Physics' } })
  const reference = await makeCase(db, monday, { state: 'complete', changes: { discipline: 'Physics' } })

  expect(await seenBy(db, chemist, reference)).toEqual(nothing)
  expect(await seenBy(db, physicist, reference)).toEqual(everything)
})

test('a body may work on the cases of one call only, in some disciplines and of one type', async ({ db }) => {
  const call = newId()
  const reference = await makeCase(db, monday, { state: 'complete', changes: { discipline: 'Physics' } })
  const setCall = (call_id: string) => db.updateTable('dossier').set({ call_id }).execute()
  const office = async (discipline: string, caseType = '') => {
    const editor = await makeEditor(db)
    await grantCapability(db, editor.id, 'office', monday, { caseType, scope: { call, discipline } })
    return editor
  }
  const [fits, otherDiscipline, otherType] = [
    await office('Physics', 'fellow'),
    await office('Chemistry'),
    await office('Physics', 'membership'),
  ]

  expect(await seenBy(db, fits, reference)).toEqual(nothing)
  await setCall(newId())
  expect(await seenBy(db, fits, reference)).toEqual(nothing)
  await setCall(call)
  expect(await seenBy(db, fits, reference)).toEqual(everything)
  expect(await seenBy(db, otherDiscipline, reference)).toEqual(nothing)
  expect(await seenBy(db, otherType, reference)).toEqual(nothing)
})

test('a case is offered only to those whose calls and disciplines it belongs to', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const [chemist, physicist] = [await makeEditor(db), await makeEditor(db)]
  await grantCapability(db, chemist.id, 'office', monday, { scope: { discipline: 'Chemistry' } })
  await grantCapability(db, physicist.id, 'office', monday, { scope: { discipline: 'Physics' } })
  const reference = await makeCase(db, monday, { state: 'complete', changes: { discipline: 'Physics' } })
  const offered = (await readCase(db, admin, reference, monday))?.staff.map(({ id }) => id)

  expect(offered).toContain(physicist.id)
  expect(offered).not.toContain(chemist.id)
  expect(await assignCase(db, admin, reference, { to: chemist.id }, monday)).toEqual({
    ok: false,
    reason: 'no-such-staff',
  })
})

test('the ticks of a body are stored, and Undo restores them', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id } = await makeBody(db, monday)
  const call = newId()
  const typed = {
    ...{ 'may-office': 'yes', cases: 'fellow', [`call-${call}`]: 'yes' },
    'discipline-computer-science': 'yes',
  }
  const form = grantsForm.parse(typed)
  const wanted = { grants: readGrants(form), scope: readScopeTicks(form) }
  const none = { grants: [], scope: everyCase }
  expect(await setGrants(db, admin, id, wanted, monday)).toMatchObject({ before: none })

  expect(await readScope(db, id)).toEqual({ calls: [call], disciplines: ['Computer Science'] })
  expect(grantFields(await listGrants(db, id), await readScope(db, id))).toEqual(typed)
  expect(grantsForm.safeParse({ ...typed, 'call-x': 'yes' }).success).toBe(false)
  expect(grantsForm.safeParse({ ...typed, 'discipline-alchemy': 'yes' }).success).toBe(false)
})

test('Undo of what members may do is refused once someone else has changed it', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id } = await makeBody(db, monday)
  const grant = (ticked: string) => {
    const grants = readGrants({ [ticked]: 'yes', cases: '' })
    return setGrants(db, admin, id, { grants, scope: everyCase }, monday)
  }
  const mine = await grant('may-office')
  const theirs = await grant('may-council')
  if (!mine.ok || !theirs.ok) throw new Error('Nothing was granted.')
  const undo = ({ before, shownHash }: typeof mine) =>
    setGrants(db, admin, id, { ...before, shownHash }, monday)

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await listGrants(db, id)).toEqual([{ capability: 'council', caseType: '' }])
  expect(await undo(theirs)).toMatchObject({ ok: true })
  expect(await listGrants(db, id)).toEqual([{ capability: 'office', caseType: '' }])
})

test('the office ends with the term, and never opens a case that names the member', async ({ db }) => {
  const former = await makeEditor(db)
  await grantCapability(db, former.id, 'office', monday, { endsOn: '1990-12-31' })
  const named = await makeEditor(db, 'named@example.org')
  await grantCapability(db, named.id, 'office', monday)
  const reference = await makeCase(db, monday, {
    state: 'complete',
    changes: { seconderEmail: 'Named@example.org' },
  })

  expect(await seenBy(db, former, reference)).toEqual(nothing)
  expect(await seenBy(db, named, reference)).toEqual(nothing)
})

test('a case is assigned only to someone who may work on it', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const editor = await makeEditor(db)
  const reference = await makeCase(db, monday, { state: 'complete' })
  const assign = () => assignCase(db, admin, reference, { to: editor.id }, monday)
  const offered = async () => (await readCase(db, admin, reference, monday))?.staff.map(({ id }) => id)

  expect(await assign()).toEqual({ ok: false, reason: 'no-such-staff' })
  expect(await offered()).toEqual([admin.id])
  await grantCapability(db, editor.id, 'office', monday)
  expect(await assign()).toMatchObject({ ok: true })
  expect(await offered()).toContain(editor.id)
})

test('what comes with the chair is for the chair and the deputy only', async ({ db }) => {
  const [head, member] = [await makeEditor(db), await makeEditor(db)]
  const terms = [{ account: head.id, post: 'deputy' as const }, { account: member.id }]
  const { id } = await makeBody(db, monday, { terms })
  const grants = readGrants({ 'may-chair': 'yes', 'may-council': 'yes', cases: 'fellow' })
  expect(await setGrants(db, head, id, { grants, scope: everyCase }, monday)).toMatchObject({ ok: true })

  expect(await listGrants(db, id)).toEqual([
    { capability: 'chair', caseType: '' },
    { capability: 'council', caseType: '' },
  ])
  expect(await listCapabilities(db, head.id, day)).toEqual(['chair', 'council'])
  expect(await listCapabilities(db, member.id, day)).toEqual(['council'])
  expect(await listCapabilities(db, member.id, '1989-12-31')).toEqual([])
})

test('an upgrade keeps the office for editors who worked on cases, and for no other editor', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '057-capabilities')
  await migrate(db, monday, migrations.slice(0, at))
  const [worked, paid, read, wrote] = [
    await makeFormerEditor(db),
    await makeFormerEditor(db),
    await makeFormerEditor(db),
    await makeFormerEditor(db),
  ]
  const acts = [
    [worked, 'case.noted'],
    [paid, 'payments.set-aside'],
    [read, 'case.read'],
    [wrote, 'entry.published'],
  ] as const
  for (const [actor, action] of acts)
    await inTransaction(db, (db) => record(db, actor, action, 'case:X', {}, monday))
  await migrate(db, monday)

  const has = async ({ id }: StaffActor) => (await listCapabilities(db, id, '2000-01-01')).includes('office')
  expect([await has(worked), await has(paid), await has(read), await has(wrote)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await db.destroy()
})
