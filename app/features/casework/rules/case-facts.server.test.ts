import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { findRuled } from '#features/cases/rules/ruled-case.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeCase, makeCaseworker, makeReceived, moveAlong } from '#test/makers/casework.ts'
import { asha as someone, ben } from '#test/makers/members.ts'
import { factsOfCase } from './case-facts.server.ts'

const meeting = { meeting: 'Council' }

async function factsOf(db: Db, reference: string, now = monday) {
  const row = db.selectFrom('dossier').select('id').where('reference', '=', reference)
  const one = await findRuled(db, (await row.executeTakeFirstOrThrow()).id)
  if (!one) throw new Error('The case is gone.')
  return factsOfCase(db, one, now)
}

test('the register and the bodies say what they know about the nominee and who supports them', async ({
  db,
}) => {
  const reference = await makeCase(db, monday, { state: 'complete' })
  expect(Object.keys((await factsOf(db, reference)).facts)).not.toContain('proposer.grade')
  await enrolPerson(db, someone, monday)
  await enrolPerson(db, ben, monday)
  await makeBody(db, monday, {
    ...{ name: 'Council', kind: 'council' },
    terms: [{ memberNo: 'LM-7', name: '', office: 'Treasurer', post: 'secretary' }, {}],
  })
  const { facts, origins } = await factsOf(db, reference)

  expect(facts).toMatchObject({
    ...{ 'nominee.isMember': true, 'nominee.memberSince': '1984', 'nominee.grade': 'life' },
    ...{ 'nominee.institution': 'Sample Institute', 'nominee.offices': [] },
    ...{ 'proposer.isMember': true, 'proposer.grade': 'fellow', 'proposer.gradeSince': '1989' },
    'proposer.offices': ['Treasurer', 'Secretary of Council', 'Council'],
  })
  expect(origins).toMatchObject({
    ...{ 'proposer.grade': 'the register', 'proposer.offices': 'the bodies' },
    ...{ 'nominee.institution': 'the form', 'nominee.isMember': 'the register' },
  })
  // The seconder is not in the register, and F-7 belongs to nobody with another name.
  expect(facts).not.toHaveProperty('supporterGrades')
  const stranger = await makeCase(db, monday, { changes: { proposerName: 'Dr Esha Other' } })
  expect((await factsOf(db, stranger)).facts).not.toHaveProperty('proposer.grade')
})

test('a membership that has ended is none, and one of a deceased person neither', async ({ db }) => {
  const id = await enrolPerson(db, someone, monday)
  const reference = await makeCase(db, monday, { state: 'complete' })
  const isMember = async () => (await factsOf(db, reference)).facts['nominee.isMember']
  await db.updateTable('person').set({ valid_to: '1995-01-02' }).where('id', '=', id).execute()
  expect(await isMember()).toBe(true)
  await db.updateTable('person').set({ valid_to: '1995-01-01' }).where('id', '=', id).execute()
  expect(await isMember()).toBe(false)
  const died = { valid_to: null, died_year: 1994 }
  await db.updateTable('person').set(died).where('id', '=', id).execute()
  expect(await isMember()).toBe(false)
})

test('dues are known from the payment of the membership of the day', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const now = new Date('2026-11-20T06:00:00Z')
  const { reference } = await makeReceived(db, now, { category: 'regular' })
  await moveAlong(
    db,
    admin,
    reference,
    [
      ['approve', { decision: 'Council', decidedOn: '2026-11-19' }],
      ['enrol', { validFrom: '2026-11-20', validTo: '2027-11-19' }],
    ],
    now,
  )
  const { member_no } = await db.selectFrom('person').select('member_no').executeTakeFirstOrThrow()
  const nominated = await makeCase(db, now, { state: 'complete', changes: { memberNo: member_no } })
  const paidOn = async (at: Date) => (await factsOf(db, nominated, at)).facts['nominee.duesPaidOn']

  expect(await paidOn(now)).toBe('2026-11-02')
  expect(await paidOn(new Date('2027-12-01T06:00:00Z'))).toBeUndefined()
})

test('others elected this year are counted in the cases and in the register, each once', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday, { state: 'recommended' })
  const counted = async () => (await factsOf(db, reference)).facts.electedThisYear
  expect(await counted()).toBe(0)

  await enrolPerson(db, { ...ben, electedYear: 1995 }, monday)
  await enrolPerson(db, someone, monday)
  const other = await makeCase(db, monday, { state: 'recommended' })
  const election = { ...meeting, electedOn: '1995-01-02', citation: 'For light.' }
  await moveAlong(db, admin, other, [['elect', election]], monday)
  expect(await counted()).toBe(2)
  const admitted = { state: 'accepted' }
  await db.updateTable('dossier').set(admitted).where('reference', '=', other).execute()
  await moveAlong(db, admin, other, [['admit', { fellowNo: 'F-9' }]], monday)
  expect(await counted()).toBe(2)
  expect((await factsOf(db, other)).facts.electedThisYear).toBe(2)
})
