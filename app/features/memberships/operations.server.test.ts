import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import {
  caseOrigin as origin,
  changeAnswers,
  makeFilledDraft,
  passerBy,
  reopen,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeCaseworker } from '#test/makers/casework.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveDueApplications } from './due.server.ts'
import { moveApplication, submitApplication, verifyApplication } from './operations.server.ts'
import type { MembershipMove } from './workflow.ts'

async function submit(db: Db, changes = {}) {
  const token = await makeFilledDraft(db, 'membership', monday, changes)
  return submitApplication(db, passerBy, origin, token, monday)
}

async function verify(db: Db) {
  const { answers_hash } = await db.selectFrom('dossier').select('answers_hash').executeTakeFirstOrThrow()
  const token = await tokenMailedTo(db, 'asha@example.org')
  const answered = { answer: {}, wording: 'Confirm my email address.', confirmedHash: answers_hash }
  return verifyApplication(db, passerBy, origin, token, answered, monday)
}

async function move(
  db: Db,
  move: MembershipMove,
  facts: Record<string, string> = {},
  role: 'admin' | 'editor' = 'admin',
) {
  const staff = actorFor(await makeStaff(db, monday, { role }))
  return moveApplication(db, staff, origin, { reference: 'MA-1995-0001', move, by: role, facts }, monday)
}

test('someone who has not confirmed the address is reminded once, by a working link, before the application lapses', async ({
  db,
}) => {
  const later = (days: number) => new Date(monday.getTime() + days * 86_400_000)
  await submit(db)
  const first = await tokenMailedTo(db, 'asha@example.org')
  for (const days of [9, 11, 12]) await moveDueApplications(db, origin, later(days))
  const reminders = await db
    .selectFrom('mail')
    .select(['recipient', 'body_text'])
    .where('kind', '=', 'membership.reminder')
    .execute()

  expect(reminders).toMatchObject([
    { recipient: 'asha@example.org', body_text: expect.stringContaining('it will lapse on 16 January 1995') },
  ])
  expect(await tokenMailedTo(db, 'asha@example.org')).not.toBe(first)
  expect(await verify(db)).toEqual({ ok: true })
})

test('from the form to a number in the register', async ({ db }) => {
  await enrolPerson(db, { ...someone, memberNo: 'LM-41' }, monday)
  await enrolPerson(db, { ...someone, memberNo: 'LM-900199', sample: true }, monday)
  expect(await submit(db, { listed: 'yes' })).toEqual({ ok: true, reference: 'MA-1995-0001' })
  expect(await verify(db)).toEqual({ ok: true })
  expect(await move(db, 'scrutinise', {}, 'editor')).toMatchObject({ ok: true, to: 'in_scrutiny' })
  await move(db, 'check-payment', {}, 'editor')
  await move(db, 'match-payment', { amount: '500', paidOn: '1995-01-01' }, 'editor')
  expect(await move(db, 'approve', {}, 'editor')).toEqual({ ok: false, reason: 'for-administrators' })
  await move(db, 'approve', { decision: 'Council', decidedOn: '1995-01-02' })
  expect(await move(db, 'enrol', { validFrom: '1995-01-02' })).toMatchObject({ ok: true, to: 'enrolled' })

  const person = await db
    .selectFrom('person')
    .selectAll()
    .where('member_no', '=', 'LM-0042')
    .executeTakeFirstOrThrow()
  expect(person).toMatchObject({ family_name: 'Sample', category: 'life', valid_from: '1995-01-02' })
  expect(person.listed_at).not.toBeNull()
  const letter = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'membership.enrolled')
    .executeTakeFirstOrThrow()
  expect(letter.body_text).toContain('LM-0042')
  const certificate = await db.selectFrom('certificate').selectAll().executeTakeFirstOrThrow()
  expect(certificate).toMatchObject({ person_id: person.id, kind: 'membership', number: 'CM-1995-0001' })
  expect(letter.body_text).toContain(`${origin}/certificates/${certificate.code}\n`)
})

test('nobody is listed who did not agree', async ({ db }) => {
  await submit(db)
  await verify(db)
  for (const [step, facts] of [
    ['scrutinise', {}],
    ['no-payment', { reason: 'None is set.' }],
    ['approve', { decision: 'Council', decidedOn: '1995-01-02' }],
    ['enrol', { validFrom: '1995-01-02' }],
  ] as const)
    await move(db, step, facts)

  expect(await db.selectFrom('person').select('listed_at').execute()).toEqual([{ listed_at: null }])
})

test('a payment number in two applications is shown to the office and is no reason to refuse', async ({
  db,
}) => {
  await changeSettings(db, system, { fee_life_india: 'INR 500' }, monday)
  const paid = {
    payMode: 'upi',
    payNumber: 'ab12345678',
    payDay: '1995-01-01',
    payBank: 'Sample Bank',
    payAmount: '500',
  }
  expect(await submit(db)).toEqual({ ok: false, reason: 'faulty' })
  expect(await submit(db, paid)).toMatchObject({ ok: true })

  const second = { ...paid, payNumber: 'AB12345678', email: 'other@example.org' }
  expect(await submit(db, second)).toEqual({ ok: true, reference: 'MA-1995-0002' })
  const clerk = await makeCaseworker(db, monday)
  const read = await readCase(db, clerk, 'MA-1995-0002', monday)
  expect(read?.alike).toEqual(['MA-1995-0001 has the same payment number.'])
})

test('junk under the applicant’s address blocks nobody, and of two confirmed ones the second is refused', async ({
  db,
}) => {
  await submit(db, { firstName: 'Junk' })
  const junk = await tokenMailedTo(db, 'asha@example.org')
  expect(await submit(db)).toEqual({ ok: true, reference: 'MA-1995-0002' })
  const rows = await db.selectFrom('dossier').select('answers_hash').orderBy('reference').execute()
  const confirm = (token: string, at: number) => {
    const confirmedHash = rows[at]?.answers_hash ?? ''
    const answered = { answer: {}, wording: 'Confirm my email address.', confirmedHash }
    return verifyApplication(db, passerBy, origin, token, answered, monday)
  }

  expect(await confirm(await tokenMailedTo(db, 'asha@example.org'), 1)).toEqual({ ok: true })
  expect(await confirm(junk, 0)).toEqual({ ok: false, reason: 'other-open' })
  const clerk = await makeCaseworker(db, monday)
  expect((await readCase(db, clerk, 'MA-1995-0001', monday))?.notes).toMatchObject([
    { body: expect.stringContaining('MA-1995-0002 is not decided yet') },
  ])
})

test('someone who answers with another address confirms that one before the office continues', async ({
  db,
}) => {
  await submit(db)
  await verify(db)
  await move(db, 'scrutinise')
  await move(db, 'ask', { reason: 'Which address?' })
  const reopened = await reopen(db, 'answer', await tokenMailedTo(db, 'asha@example.org'), monday)
  if (!reopened.ok) throw new Error(reopened.reason)
  const answers = { email: 'victim@example.org' }
  await changeAnswers(db, 'membership', reopened.token, answers, monday)
  await submitApplication(db, passerBy, origin, reopened.token, monday)

  expect(await db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    ...{ state: 'submitted', subject_key: 'victim@example.org', subject_confirmed_at: null },
    sender_confirmed_at: null,
  })
  expect(await tokenMailedTo(db, 'victim@example.org')).not.toBe('')
})

test('an upgrade keeps the number and needs a member', async ({ db }) => {
  const upgrade = { reason: 'upgrade', memberNo: 'SM-3' }
  await submit(db, upgrade)
  await verify(db)
  for (const [step, facts] of [
    ['scrutinise', {}],
    ['no-payment', { reason: 'None is set.' }],
    ['approve', { decision: 'Council', decidedOn: '1995-01-02' }],
  ] as const)
    await move(db, step, facts)
  expect(await move(db, 'enrol', { validFrom: '1995-01-02' })).toEqual({
    ok: false,
    reason: 'not-in-register',
  })

  await enrolPerson(db, { ...someone, memberNo: 'SM-3', category: 'student' }, monday)
  const enrol = { validFrom: '1995-01-02' }
  expect(await move(db, 'enrol', enrol)).toEqual({ ok: false, reason: 'identity-unproved' })
  const checked = { ...enrol, identityCheck: 'Came to the office with the card.' }
  expect(await move(db, 'enrol', checked)).toMatchObject({ ok: true, to: 'enrolled' })
  expect(await db.selectFrom('person').select(['member_no', 'category']).execute()).toEqual([
    { member_no: 'SM-3', category: 'life' },
  ])
})

test.for([
  ['ticks it', { listed: 'yes' }, { listed: false }, true],
  ['leaves it out', {}, { listed: true }, false],
  ['leaves it out and is a fellow', {}, { listed: true, grade: 'fellow' }, true],
] as const)('a renewal that %s decides on the directory', async ([, form, before, isListed], { db }) => {
  await enrolPerson(db, { ...someone, ...before, memberNo: 'LM-3' }, monday)
  await knowAddress(db, 'asha@example.org')
  await submit(db, { ...form, reason: 'renewal', memberNo: 'LM-3' })
  await verify(db)
  for (const [step, facts] of [
    ['scrutinise', {}],
    ['no-payment', { reason: 'None is set.' }],
    ['approve', { decision: 'Council', decidedOn: '1995-01-02' }],
  ] as const)
    await move(db, step, facts)
  const listed = async () =>
    (await db.selectFrom('person').select('listed_at').executeTakeFirstOrThrow()).listed_at
  expect((await listed()) !== null).toBe(before.listed)

  expect(await move(db, 'enrol', { validFrom: '1995-01-02' })).toMatchObject({ ok: true, to: 'enrolled' })

  expect((await listed()) !== null).toBe(isListed)
})

async function knowAddress(db: Db, email: string) {
  const { id } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow()
  await learnContact(db, id, { email, emailProvedAt: monday.getTime() }, monday)
}

const someone = {
  memberNo: 'LM-1',
  givenName: 'Somebody',
  familyName: 'Else',
  category: 'life',
  since: 1990,
  discipline: 'Physics',
  country: 'India',
  listed: false,
} as const
