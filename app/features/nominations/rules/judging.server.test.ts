import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { ruleObjections } from '#features/casework/rules/objections.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { finishErasing } from '#features/privacy/erasing.server.ts'
import { listJudgements } from '#features/rulebook/judgements.server.ts'
import type { AcademyRule } from '#features/rulebook/rule.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { caseOrigin, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { makeRulebook, membersRule as members } from '#test/makers/rulebooks.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveNomination, submitNomination } from '#features/nominations/operations.server.ts'

const common = { grades: [], from: null, to: null }
const onePerProposer: AcademyRule = {
  ...common,
  clause: '3.1',
  words: 'A proposer makes one nomination in a cycle.',
  check: 'per-proposer',
  values: { most: 1 },
  stage: 'nomination',
  examples: [
    { name: 'the first', facts: { byProposer: 0 }, expect: 'met' },
    { name: 'the second', facts: { byProposer: 1 }, expect: 'not-met' },
  ],
}
async function propose(db: Db, email: string) {
  const token = await makeFilledDraft(db, 'fellow', monday, { email })
  await submitNomination(db, passerBy, caseOrigin, 'fellow', token, monday)
  return confirmAsProposer(db, 'ben@example.org', monday)
}

async function idOf(db: Db, reference: string) {
  const row = db.selectFrom('dossier').select('id').where('reference', '=', reference)
  return (await row.executeTakeFirstOrThrow()).id
}

test('a nomination against the rules is refused with the clause, and the judgement is stored once', async ({
  db,
}) => {
  await openCalls(db, monday)
  await makeRulebook(db, monday, { rules: [onePerProposer, members] })

  expect(await propose(db, 'dina@example.org')).toEqual({ ok: true })
  const refused = {
    ok: false,
    reason: 'against-rules',
    clauses: ['3.1: “A proposer makes one nomination in a cycle.”'],
  }
  expect(await propose(db, 'emil@example.org')).toEqual(refused)
  expect(await confirmAsProposer(db, 'ben@example.org', monday)).toEqual(refused)
  const stored = await listJudgements(db, await idOf(db, 'FN-1995-0002'))
  expect(stored).toMatchObject([
    { version: 1, stage: 'nomination', outcome: 'not-met', answers: [{ clause: '3.1', answer: 'not-met' }] },
  ])
  expect(stored[0]?.facts).toMatchObject({ byProposer: 1, cycleYear: 1995 })
  // The proposer must not learn from an answer who is in the register.
  expect(Object.keys(stored[0]?.facts ?? {})).not.toContain('nominee.isMember')
})

test('an election stores the judgement with the facts of that day', async ({ db }) => {
  await makeRulebook(db, monday, { rules: [members] })
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const reference = await makeCase(db, monday, { state: 'recommended' })
  const caseId = await idOf(db, reference)

  expect(await ruleObjections(db, caseId, monday)).toEqual([
    {
      stage: 'decision',
      sentence:
        '5: “Fellows are elected from among the members.” Not known: Nominee: is a member. Ask the office.',
    },
  ])
  await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-12', title: 'Dr', givenName: 'Asha', familyName: 'Sample', category: 'life' },
      ...{ since: 1994, discipline: 'Physics', institution: null, country: 'India', listed: false },
    },
    monday,
  )
  expect(await ruleObjections(db, caseId, monday)).toEqual([])
  const moving = { reference, move: 'elect', by: 'admin', facts: { electedOn: '1995-01-02' } } as const
  expect(await moveNomination(db, admin, caseOrigin, moving, monday)).toMatchObject({ ok: true })
  expect(await listJudgements(db, caseId)).toMatchObject([
    {
      ...{ move: 'elect', stage: 'decision', outcome: 'met', reasons: ['A member.'] },
      facts: { 'nominee.isMember': true, today: '1995-01-02' },
      origins: { 'nominee.isMember': 'the register', today: 'this case' },
    },
  ])

  const ended = { state: 'declined', ended_at: monday.getTime() }
  await db.updateTable('dossier').set(ended).where('id', '=', caseId).execute()
  const erasing = { actor: system, reason: 'Due.', now: monday }
  await finishErasing(db, personalData, { wholeCases: [caseId] }, erasing)
  expect(await listJudgements(db, caseId)).toMatchObject([
    { outcome: 'met', answers: [{ clause: '5', answer: 'met' }], facts: {}, origins: {}, reasons: [] },
  ])
})

test.for([
  ['a lapsed membership', { valid_to: '1995-01-01' }, 'Not met: Not a member.'],
  ['one that starts tomorrow', { valid_from: '1995-01-03' }, 'Not met: Not a member.'],
  ['a death', { died_year: 1994 }, 'Not met: Not a member.'],
  [
    'another person’s number',
    { given_name: 'Meera', family_name: 'Rao' },
    'Not known: Nominee: is a member.',
  ],
  ['the last day', { valid_from: '1994-01-02', valid_to: '1995-01-02' }, undefined],
] as const)('whether a nominee is a member: %s', async ([_, change, sentence], { db }) => {
  await makeRulebook(db, monday, { rules: [members] })
  await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-12', title: 'Dr', givenName: 'Asha', familyName: 'Sample', category: 'life' },
      ...{ since: 1994, discipline: 'Physics', institution: null, country: 'India', listed: false },
    },
    monday,
  )
  await db.updateTable('person').set(change).execute()
  const caseId = await idOf(db, await makeCase(db, monday, { state: 'recommended' }))
  const found = await ruleObjections(db, caseId, monday)
  expect(found.map(({ sentence }) => sentence)).toEqual(
    sentence === undefined ? [] : [expect.stringContaining(sentence)],
  )
})
