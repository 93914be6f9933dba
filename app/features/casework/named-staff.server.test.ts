import { expect } from 'vitest'
import type { StaffActor } from '#features/audit/actor.ts'
import type { Db } from '#db/schema/tables.ts'
import { countCasesWithoutAdministrator } from '#features/case-access/case-access.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { eachEntry, listEntries } from '#features/audit/queries.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { collectPerson } from '#features/privacy/collecting.server.ts'
import { erasePerson } from '#features/privacy/operations.server.ts'
import { listDueForErasure } from '#features/cases/retention.server.ts'
import { seekPerson } from '#features/privacy/reading.server.ts'
import { noteBounce, takeBackBounce } from '#features/mail/bounces.server.ts'
import { readLetter, readMailList, resendMail } from '#features/mail/operations.server.ts'
import { readStatement } from '#features/payments/reading.server.ts'
import { findForStaff } from '#features/search/staff-find.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { finders, type FoundByKind } from '#routes/staff/desk/finders.server.ts'
import { allLetters, privateKinds } from '#routes/staff/letters/all-letters.ts'
import { caseOrigin as origin, makeFilledDraft, makeStore, openCalls, passerBy } from '#test/makers/cases.ts'
import { bringLines, makeCase, makePaying, makeCaseworker } from '#test/makers/casework.ts'
import { answerAs, confirmAsProposer } from '#test/makers/proposers.ts'
import { monday, test } from '#test/harness/db.ts'
import { sendOne } from '#test/makers/enquiries.ts'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import type { CaseListQuery } from './casework-form.ts'
import { holdCase, moveCase } from './casework.server.ts'
import { readCaseDesk } from './desk.server.ts'
import { sendNewLink } from './new-links.server.ts'
import { sendHeldLetters } from '#features/cases/held-letters.server.ts'
import { addNote, assignCase } from '#features/cases/operations.server.ts'
import { readCase, readCaseFile, readCaseList, readCasesToExport } from './reading.server.ts'
import type { AuditAction } from '#features/audit/sentences.ts'

/** Staff named in a case in any role do not find it: the page, a file, a list, a letter, the trail. */

const me = 'me@example.org'
const proposer = 'proposer@example.org'
const seconder = 'seconder@example.org'
const expert = { name: 'Me', institution: 'Far', field: 'x', relation: 'None', email: 'ME@example.org' }
const named = [
  ['fellow', { email: me }],
  ['fellow', { otherEmail: 'Me@Example.org' }],
  ['fellow', { proposerEmail: me }],
  ['fellow', { seconderEmail: 'ME@example.org' }],
  ['fellow', { experts: [expert] }],
  ['membership', { email: me }],
] as const

const open: CaseListQuery = { page: 1, dir: 'asc' }

async function withCase(db: Db, caseType: 'fellow' | 'membership', changes: object) {
  const admin = await makeCaseworker(db, monday, { role: 'admin', email: me })
  const other = await makeCaseworker(db, monday, { role: 'admin' })
  const store = makeStore()
  const file = {
    question: 'vitae',
    name: 'v.pdf',
    mediaType: 'application/pdf',
    bytes: Buffer.from('x'),
    store,
  }
  const made = { process: caseType, changes: { ...changes }, files: [file], cycle: '1995' }
  const reference = await makeCase(db, monday, { ...made, state: 'in_scrutiny' })
  const { id } = await db.selectFrom('dossier').select('id').executeTakeFirstOrThrow()
  return { admin, other, store, reference, id }
}

async function isAnyExported(db: Db, who: StaffActor) {
  const { count, cases } = await readCasesToExport(db, who, {}, monday)
  const { done } = await cases.next()
  expect(done).toBe(count === 0)
  return count > 0
}

test.for(named)('a %s that names me as %o is not found by me', async ([caseType, changes], { db }) => {
  const { admin, other, store, reference, id } = await withCase(db, caseType, changes)
  await assignCase(db, other, reference, { to: other.id }, monday)
  await db.updateTable('dossier').set({ assigned_to: admin.id, due_at: monday.getTime() }).execute()
  const file = await db.selectFrom('attachment').select('id').executeTakeFirstOrThrow()
  const letter = { kind: 'nomination.second', to: 'x@example.org', subject: 'Secret', text: 'x', html: 'x' }
  const mailId = await queueLetter(db, { ...letter, aboutId: id }, monday)

  const shownTo = async (who: StaffActor) => ({
    page: (await readCase(db, who, reference, monday)) !== undefined,
    file: (await readCaseFile(db, who, store, reference, file.id, monday)) !== undefined,
    list: (await readCaseList(db, who, open, monday)).cases.length > 0,
    exported: await isAnyExported(db, who),
    found: (await readCaseList(db, who, { ...open, q: reference }, monday)).total > 0,
    queues: (await readCaseList(db, who, open, monday)).queues.length > 0,
    choices: (await readCaseList(db, who, open, monday)).cycles.length > 0,
    palette:
      (await findForStaff<FoundByKind>(db, finders, who, reference, new Set(['cases']), monday)).cases
        .length > 0,
    letters:
      (await findForStaff<FoundByKind>(db, finders, who, 'Secret', new Set(['letters']), monday)).letters
        .length > 0,
    due: (await readCaseDesk(db, who, monday)).due.total > 0,
    mail: (await readMailList(db, who, { page: 1 }, monday)).total > 0,
    letter:
      (await readLetter(db, who, mailId, { config: {}, isProved: true, privateKinds }, monday)) !== undefined,
    sought: (await seekPerson(db, personalData, who, me, monday)).cases.length > 0,
  })
  const all = await shownTo(other)
  expect(new Set(Object.values(all))).toEqual(new Set([true]))
  const own = await shownTo(admin)
  expect(own).toEqual(Object.fromEntries(Object.keys(all).map((what) => [what, false])))
  expect((await readCaseDesk(db, admin, monday)).mine.count).toBe(0)

  const subject = { subject: `case:${reference}` }
  expect((await listEntries(db, other, subject, 1)).total).toBeGreaterThan(2)
  expect((await listEntries(db, admin, subject, 1)).total).toBe(0)
  expect(
    (await listEntries(db, admin, { q: caseType }, 1)).entries.map(({ subject }) => subject),
  ).not.toContain(`case:${reference}`)
  for await (const entry of eachEntry(db, admin, {})) expect(entry.subject).not.toBe(`case:${reference}`)
})

test.for(named)(
  'a %s that names me as %o cannot be moved, noted, put on hold or assigned by me',
  async ([caseType, changes], { db }) => {
    const { admin, other, reference } = await withCase(db, caseType, changes)
    const before = await db.selectFrom('dossier').selectAll().execute()
    const notFound = { ok: false, reason: 'not-found' }
    const spam = { reference, move: 'close-as-spam', typed: {} }

    expect(await moveCase(db, admin, origin, spam, monday)).toEqual(notFound)
    expect(await addNote(db, admin, reference, 'A note', monday)).toEqual(notFound)
    expect(await holdCase(db, admin, reference, { hold: true, reason: 'A reason' }, monday)).toEqual(notFound)
    expect(await assignCase(db, admin, reference, { to: null }, monday)).toEqual(notFound)
    expect(await sendNewLink(db, admin, origin, { reference, request: 'x' }, monday)).toEqual(notFound)
    expect(await assignCase(db, other, reference, { to: admin.id }, monday)).toEqual({
      ok: false,
      reason: 'no-such-staff',
    })
    const offered = (await readCase(db, other, reference, monday))?.staff.map(({ id }) => id)
    expect(offered).toEqual([other.id])
    expect(await db.selectFrom('dossier').selectAll().execute()).toEqual(before)
  },
)

test('answers to colleagues about a person leave out the cases that name me', async ({ db }) => {
  const nominee = 'asha@example.org'
  const { admin, other, id } = await withCase(db, 'fellow', { email: nominee, proposerEmail: me })
  const request = { email: nominee, reason: 'She asked.' }

  expect((await collectPerson(db, personalData, other, request, monday)).data).toMatchObject({
    cases: [{ process: 'fellow' }],
  })
  expect((await collectPerson(db, personalData, admin, request, monday)).data).toMatchObject({ cases: [] })
  await db.updateTable('dossier').set({ ended_at: 1 }).where('id', '=', id).execute()
  const due = async (who: StaffActor) =>
    (await listDueForErasure(db, { ended: monday, spam: monday }, 9, who)).length
  expect([await due(other), await due(admin)]).toEqual([1, 0])
})

test('a colleague’s search terms do not reveal a case that names me', async ({ db }) => {
  const nominee = { firstName: 'Zenobia', lastName: 'Quartz', proposerEmail: me }
  const { admin, other, reference } = await withCase(db, 'fellow', nominee)
  const words = [reference, reference.replaceAll('-', ''), 'zenob', 'Quartz', 'Mossbauer']
  const note = (who: StaffActor, action: AuditAction, details: Record<string, unknown>) =>
    inTransaction(db, (db) => record(db, who, action, 'find', details, monday))
  for (const q of words) await note(other, 'find.read', { q })
  await note(other, 'audit.read', { subject: `case:${reference}` })
  await note(other, 'people.exported', { filter: { q: 'Quartz' } })
  const visibleTo = async (who: StaffActor) => {
    const exported = []
    for await (const entry of eachEntry(db, who, {})) exported.push(entry)
    const listed = (await listEntries(db, who, {}, 1)).entries
    expect(exported).toEqual(listed)
    return JSON.stringify(listed.map(({ details }) => details))
  }
  const looks = async (who: StaffActor, q: string) =>
    (await listEntries(db, who, { q }, 1)).entries.filter(({ action }) => /read|exported/.test(action)).length

  const whole = await visibleTo(other)
  expect(words.filter((word) => whole.includes(word))).toEqual(words)
  const own = await visibleTo(admin)
  expect(words.filter((word) => own.includes(word))).toEqual(['Mossbauer'])
  expect([await looks(other, 'Quartz'), await looks(admin, 'Quartz')]).toEqual([2, 0])
  await note(admin, 'find.read', { q: 'Quartz' })
  expect(await visibleTo(admin)).toContain('Quartz')
})

test('a letter about several cases is not found by someone named in one of them', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin', email: me })
  const other = await makeCaseworker(db, monday, { role: 'admin' })
  await openCalls(db, monday)
  const store = makeStore()
  for (let at = 0; at < 8; at++) {
    const people = { email: at === 7 ? me : `n${at}@example.org`, proposerEmail: `p${at}@example.net` }
    const token = await makeFilledDraft(db, 'fellow', monday, { ...people, seconderEmail: seconder }, store)
    await submitNomination(db, passerBy, origin, 'fellow', token, monday)
    await confirmAsProposer(db, people.proposerEmail, monday)
    await answerAs(db, 'consent', people.email, monday)
  }
  await sendHeldLetters(db, origin, allLetters, new Date(monday.getTime() + 86_400_000))
  const { id } = await db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'letters.together')
    .executeTakeFirstOrThrow()
  await db.updateTable('mail').set({ sent_at: 1 }).where('id', '=', id).execute()

  const shownTo = async (who: StaffActor) => ({
    letter:
      (await readLetter(db, who, id, { config: {}, isProved: true, privateKinds }, monday)) !== undefined,
    list: (await readMailList(db, who, { page: 1 }, monday)).mails.some((mail) => mail.id === id),
    palette:
      (await findForStaff<FoundByKind>(db, finders, who, 'More emails', new Set(['letters']), monday)).letters
        .length > 0,
    bounce: (await noteBounce(db, who, id, 'Gone', monday)).ok,
    bounceTakenBack: (await takeBackBounce(db, who, { id }, monday)).ok,
  })
  expect(new Set(Object.values(await shownTo(admin)))).toEqual(new Set([false]))
  expect(new Set(Object.values(await shownTo(other)))).toEqual(new Set([true]))
  expect(await resendMail(db, admin, id, monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('someone named in a case neither learns its proposer nor erases them from it', async ({ db }) => {
  const { admin, other, store, id } = await withCase(db, 'fellow', { email: me, proposerEmail: proposer })
  const letter = { kind: 'nomination.received', to: proposer, subject: 'Secret', text: 'x', html: 'x' }
  await queueLetter(db, { ...letter, aboutId: id }, monday)
  const erase = (who: StaffActor, email: string) =>
    erasePerson(db, { personalData, store }, who, { email, reason: 'Asked.' }, monday)
  const seen = async (who: StaffActor, email: string) => {
    const { letters, cases } = await seekPerson(db, personalData, who, email, monday)
    const { data } = await collectPerson(db, personalData, who, { email, reason: 'Asked.' }, monday)
    const handed = (data as { letters: unknown[] }).letters.length
    return { letters, cases: cases.length, handed, erased: await erase(who, email) }
  }
  const nothing = { letters: 0, cases: 0, handed: 0, erased: { ok: false, reason: 'nothing-found' } }

  expect(await seen(admin, 'nobody@example.org')).toEqual(nothing)
  expect(await seen(admin, proposer)).toEqual(nothing)
  expect(await seen(other, proposer)).toMatchObject({ cases: 1, erased: { reason: 'case-open' } })
  await db.updateTable('dossier').set({ ended_at: 1 }).where('id', '=', id).execute()
  expect(await seen(admin, proposer)).toEqual(nothing)
  const before = await dumpCases(db)

  await sendOne(db, monday, { email: proposer })
  expect(await erase(admin, proposer)).toEqual({ ok: true, cases: 0 })
  expect(await dumpCases(db)).toEqual(before)
  // A restored backup would erase a recorded address everywhere.
  expect(await db.selectFrom('erasure').selectAll().where('kind', '=', 'address').execute()).toEqual([])
  expect(await erase(other, proposer)).toEqual({ ok: true, cases: 1 })
})

async function dumpCases(db: Db) {
  const { dossier: cases, dossier_address, confirmation, mail } = await dumpTables(db)
  return {
    dossier: cases,
    dossier_address,
    confirmation,
    mail: mail?.filter((line) => line.includes('Secret')),
  }
}

test('a payment for my own application is proposed to others and not to me', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin', email: me })
  const other = await makeCaseworker(db, monday, { role: 'admin' })
  await makePaying(db, monday, { email: me, payNumber: 'UTR00000001' })
  const statement = await bringLines(db, other, ['1995-01-01,500,UTR00000001,ME'], monday)
  const lines = async (who: StaffActor) =>
    JSON.stringify(await readStatement(db, who, statement, { show: 'open', page: 1 }, monday))

  expect(await lines(other)).toMatch(/MA-1995-0001/)
  expect(await lines(admin)).not.toMatch(/MA-1995-0001/)
})

test('cases that name every administrator are counted, and none that leaves one out', async ({ db }) => {
  await withCase(db, 'fellow', { proposerEmail: me })
  expect(await countCasesWithoutAdministrator(db)).toBe(0)
  await db.updateTable('staff_user').set({ role: 'editor' }).where('email', '<>', me).execute()
  expect(await countCasesWithoutAdministrator(db)).toBe(1)
})
