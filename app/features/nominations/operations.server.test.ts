import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { system } from '#features/audit/actor.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  openCalls,
  passerBy,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { makeCase } from '#test/makers/casework.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { answerNomination } from './answering.server.ts'
import { capLeft } from './admission.server.ts'
import { moveNomination, submitNomination } from './operations.server.ts'
import type { NominationMove } from './workflow.ts'

const test = base.extend<{ open: Db }>({
  open: async ({ db }, use) => {
    await openCalls(db, monday)
    await use(db)
  },
})

async function submit(db: Db, changes = {}) {
  const token = await makeFilledDraft(db, 'fellow', monday, changes)
  return submitNomination(db, passerBy, origin, 'fellow', token, monday)
}

async function stateOf(db: Db, reference = 'FN-1995-0001') {
  const row = await db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return row
}

async function answer(db: Db, purpose: 'consent' | 'second' | 'accept', email: string, agrees = true) {
  const { answers_hash } = await stateOf(db)
  const answered = {
    agrees,
    answer: { listed: 'yes' },
    wording: 'I am willing to stand.',
    confirmedHash: answers_hash,
  }
  const token = await tokenMailedTo(db, email)
  return answerNomination(db, passerBy, origin, purpose, token, answered, monday)
}

const propose = (db: Db, email = 'ben@example.org') => confirmAsProposer(db, email, monday)

async function move(
  db: Db,
  move: NominationMove,
  facts: Record<string, string> = {},
  role: 'admin' | 'editor' = 'admin',
) {
  const staff = actorFor(await makeStaff(db, monday, { role }))
  return moveNomination(db, staff, origin, { reference: 'FN-1995-0001', move, by: role, facts }, monday)
}

test('a nomination gets a reference, and only its proposer gets an email', async ({ open: db }) => {
  expect(await submit(db)).toEqual({ ok: true, reference: 'FN-1995-0001' })

  const letters = await db.selectFrom('mail').select(['kind', 'recipient']).orderBy('kind').execute()
  expect(letters).toEqual([{ kind: 'nomination.received', recipient: 'ben@example.org' }])
  expect(await stateOf(db)).toMatchObject({ state: 'submitted', subject_name: 'Dr Asha Sample', version: 1 })
})

test('submitting the same form twice makes one case', async ({ open: db }) => {
  const token = await makeFilledDraft(db, 'fellow', monday)
  const both = await Promise.all([
    submitNomination(db, passerBy, origin, 'fellow', token, monday),
    submitNomination(db, passerBy, origin, 'fellow', token, monday),
  ])

  expect(both).toEqual([
    { ok: true, reference: 'FN-1995-0001' },
    { ok: true, reference: 'FN-1995-0001' },
  ])
  expect(await db.selectFrom('dossier').select('id').execute()).toHaveLength(1)
})

test('a refused submission leaves the draft as it is', async ({ open: db }) => {
  expect(await submit(db, { citation: '' })).toEqual({ ok: false, reason: 'faulty' })
  await changeSettings(db, system, { fellowClosesAt: '1994-12-31 12:00' }, monday)
  expect(await submit(db)).toEqual({ ok: false, reason: 'closed' })

  const drafts = await db.selectFrom('form_draft').select('id').where('sent_as', 'is', null).execute()
  expect(drafts).toHaveLength(2)
})

test('the proposer, the nominee and the seconder are asked one after the other, then scrutiny starts', async ({
  open: db,
}) => {
  const emailed = async () => {
    const letters = await db.selectFrom('mail').select('recipient').orderBy('id').execute()
    return letters.map(({ recipient }) => recipient.replace('@example.org', ''))
  }
  await submit(db)
  expect(await emailed()).toEqual(['ben'])
  expect(await propose(db)).toEqual({ ok: true })
  expect(await emailed()).toEqual(['ben', 'asha'])
  expect(await answer(db, 'consent', 'asha@example.org')).toEqual({ ok: true })
  expect(await emailed()).toEqual(['ben', 'asha', 'chitra'])
  expect(await stateOf(db)).toMatchObject({ state: 'submitted' })
  expect(await answer(db, 'second', 'chitra@example.org')).toEqual({ ok: true })
  expect(await stateOf(db)).toMatchObject({ state: 'complete' })
})

test('a nominee who says no ends the nomination', async ({ open: db }) => {
  await submit(db)
  await propose(db)
  await answer(db, 'consent', 'asha@example.org', false)

  expect(await stateOf(db)).toMatchObject({ state: 'declined' })
})

test('an answer is bound to exactly what was shown, and counts once', async ({ open: db }) => {
  await submit(db)
  await propose(db)
  const token = await tokenMailedTo(db, 'asha@example.org')
  const wrong = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash: 'of something else' }
  expect(await answerNomination(db, passerBy, origin, 'consent', token, wrong, monday)).toEqual({
    ok: false,
    reason: 'changed',
  })
  await answer(db, 'consent', 'asha@example.org')
  const right = { ...wrong, confirmedHash: (await stateOf(db)).answers_hash }
  expect(await answerNomination(db, passerBy, origin, 'consent', token, right, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

test('from the office to the register, with a letter at each step', async ({ open: db }) => {
  await enrolPerson(db, member, monday)
  await submit(db)
  await propose(db)
  await answer(db, 'consent', 'asha@example.org')
  await answer(db, 'second', 'chitra@example.org')

  expect(await move(db, 'refer', { section: 'Physics' }, 'editor')).toMatchObject({
    ok: true,
    to: 'referred',
  })
  expect(await move(db, 'recommend', {}, 'editor')).toEqual({ ok: false, reason: 'for-administrators' })
  expect(await move(db, 'recommend', { meeting: 'Council' })).toMatchObject({ ok: true, to: 'recommended' })
  const election = { meeting: 'General Body', electedOn: '1995-01-02', citation: 'For light.' }
  expect(await move(db, 'elect', election)).toMatchObject({ ok: true, to: 'elected' })
  expect(await answer(db, 'accept', 'asha@example.org')).toEqual({ ok: true })
  expect(await move(db, 'admit', { fellowNo: 'F-9' })).toMatchObject({ ok: true, to: 'admitted' })

  const person = await db.selectFrom('person').selectAll().executeTakeFirstOrThrow()
  expect(person).toMatchObject({
    grade: 'fellow',
    fellow_no: 'F-9',
    elected_year: 1995,
    citation: 'For light.',
  })
  expect(person.listed_at).not.toBeNull()
  const certificate = await db.selectFrom('certificate').selectAll().executeTakeFirstOrThrow()
  expect(certificate).toMatchObject({ person_id: person.id, kind: 'fellowship', number: 'CF-1995-0001' })
  expect(JSON.parse(certificate.statement)).toMatchObject({ rank: 'Fellow', citation: 'For light.' })
  const letter = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'nomination.admitted')
    .executeTakeFirstOrThrow()
  expect(letter.body_text).toContain(`${origin}/certificates/${certificate.code}\n`)
  const moves = await db.selectFrom('dossier_move').select(['move', 'made_by']).orderBy('number').execute()
  expect(moves.map((one) => one.move)).toEqual([
    ...['complete', 'refer', 'recommend', 'elect', 'accept', 'admit'],
  ])
})

test('nobody is admitted who is not in the register', async ({ open: db }) => {
  await submit(db)
  await propose(db)
  await answer(db, 'consent', 'asha@example.org')
  await answer(db, 'second', 'chitra@example.org')
  await move(db, 'refer', { section: 'Physics' })
  await move(db, 'recommend', { meeting: 'Council' })
  await move(db, 'elect', { meeting: 'General Body', electedOn: '1995-01-02', citation: 'For light.' })
  await answer(db, 'accept', 'asha@example.org')

  expect(await move(db, 'admit', { fellowNo: 'F-9' })).toEqual({ ok: false, reason: 'not-in-register' })
  expect(await stateOf(db)).toMatchObject({ state: 'accepted' })
  expect(await db.selectFrom('certificate').select('id').execute()).toEqual([])
})

test('no more are elected than the constitution allows', async ({ open: db }) => {
  await changeSettings(db, system, { capFellows: 2 }, monday)
  await enrolPerson(db, { ...member, grade: 'fellow', fellowNo: 'F-1' }, monday)
  const sample = { ...member, grade: 'fellow', fellowNo: 'F-2', memberNo: 'LM-900001', sample: true } as const
  await enrolPerson(db, sample, monday)
  expect(await capLeft(db, 'fellow')).toBe(1)
  await changeSettings(db, system, { capFellows: 1 }, monday)
  await submit(db)
  await propose(db)
  await answer(db, 'consent', 'asha@example.org')
  await answer(db, 'second', 'chitra@example.org')
  await move(db, 'refer', { section: 'Physics' })
  await move(db, 'recommend', { meeting: 'Council' })

  const election = { meeting: 'General Body', electedOn: '1995-01-02', citation: 'For light.' }
  expect(await move(db, 'elect', election)).toEqual({ ok: false, reason: 'cap-reached' })
})

test('of two parallel elections, only as many succeed as seats are left', async ({ open: db }) => {
  await changeSettings(db, system, { capFellows: 1 }, monday)
  const references = [await makeCase(db, monday, recommended), await makeCase(db, monday, recommended)]
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const facts = { meeting: 'General Body', electedOn: '1995-01-02', citation: 'For light.' }

  const outcomes = await Promise.all(
    references.map((reference) =>
      moveNomination(db, admin, origin, { reference, move: 'elect', by: 'admin', facts }, monday),
    ),
  )

  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'cap-reached' })
})

test('people learn until when an election is open for acceptance, and nobody is shown to visitors before', async ({
  open: db,
}) => {
  await enrolPerson(db, member, monday)
  const reference = await makeCase(db, monday, recommended)
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const step = (move: NominationMove, facts: Record<string, string>, now = monday) =>
    moveNomination(db, admin, origin, { reference, move, by: 'admin', facts }, now)
  const election = { meeting: 'Council', electedOn: '1995-01-02', citation: 'For light.' }

  await step('elect', { ...election, embargo: '1995-03-01' })
  const { body_text } = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'nomination.elected')
    .executeTakeFirstOrThrow()
  expect(body_text).toContain('until the Academy has announced it, not before 1 March 1995.')

  await db.updateTable('dossier').set({ state: 'accepted' }).where('reference', '=', reference).execute()
  expect(await step('admit', { fellowNo: 'F-9' })).toEqual({ ok: false, reason: 'not-announced' })
  expect(await step('admit', { fellowNo: 'F-9' }, new Date('1995-02-28T18:30:00Z'))).toMatchObject({
    ok: true,
  })
})

test('a withdrawn nomination has no open requests', async ({ open: db }) => {
  await submit(db)
  await propose(db)
  const withdrawal = { reference: 'FN-1995-0001', move: 'withdraw', by: 'proposer', facts: {} } as const
  await moveNomination(db, passerBy, origin, withdrawal, monday)

  expect(await answer(db, 'consent', 'asha@example.org')).toEqual({ ok: false, reason: 'not-found' })
})

const recommended = { state: 'recommended' }

const member = {
  memberNo: 'LM-12',
  givenName: 'Asha',
  familyName: 'Sample',
  category: 'life',
  since: 1990,
  discipline: 'Physics',
  country: 'India',
  listed: false,
} as const
