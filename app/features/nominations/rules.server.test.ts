import { expect } from 'vitest'
import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { finishErasing } from '#features/privacy/erasing.server.ts'
import { saveRule } from '#features/rulebook/drafts.server.ts'
import { listJudgements } from '#features/rulebook/judgements.server.ts'
import { startDraft } from '#features/rulebook/operations.server.ts'
import { findDraft, findPublished, listRules } from '#features/rulebook/queries.server.ts'
import type { AcademyRule } from '#features/rulebook/rule.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { caseOrigin, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { makeCase } from '#test/makers/casework.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { makeRulebook } from '#test/makers/rulebooks.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveNomination, submitNomination } from './operations.server.ts'
import { findTouchedCases, listTouchedCases, ruleObjections } from './rules.server.ts'

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
const members: AcademyRule = {
  ...common,
  clause: '5',
  words: 'Fellows are elected from among the members.',
  check: 'member',
  values: { of: 'nominee' },
  stage: 'decision',
  examples: [
    { name: 'a member', facts: { 'nominee.isMember': true }, expect: 'met' },
    { name: 'an outsider', facts: { 'nominee.isMember': false }, expect: 'not-met' },
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

  expect(await ruleObjections(db, caseId, ['decision'], monday)).toEqual([
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
  expect(await ruleObjections(db, caseId, ['decision'], monday)).toEqual([])
  const moving = { reference, move: 'elect', by: 'admin', facts: { electedOn: '1995-01-02' } } as const
  expect(await moveNomination(db, admin, caseOrigin, moving, monday)).toMatchObject({ ok: true })
  expect(await listJudgements(db, caseId)).toMatchObject([
    { outcome: 'met', facts: { 'nominee.isMember': true, today: '1995-01-02' }, reasons: ['A member.'] },
  ])

  const ended = { state: 'declined', ended_at: monday.getTime() }
  await db.updateTable('dossier').set(ended).where('id', '=', caseId).execute()
  const erasing = { actor: system, reason: 'Due.', now: monday }
  await finishErasing(db, personalData, { wholeCases: [caseId] }, erasing)
  expect(await listJudgements(db, caseId)).toMatchObject([
    { outcome: 'met', answers: [{ clause: '5', answer: 'met' }], facts: {}, reasons: [] },
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
  const found = await ruleObjections(db, caseId, ['decision'], monday)
  expect(found.map(({ sentence }) => sentence)).toEqual(
    sentence === undefined ? [] : [expect.stringContaining(sentence)],
  )
})

test('a draft shows which open cases it would touch, and not those that name the reader', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { rules: [members] })
  await startDraft(db, system, id, monday)
  const draft = await findDraft(db, id)
  const [rule] = await listRules(db, draft?.id ?? '')
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const colleague = await makeStaff(db, monday, { role: 'admin' })
  const open = await makeCase(db, monday, { state: 'complete', changes: { isMember: 'no', memberNo: '' } })
  await makeCase(db, monday, { state: 'complete', changes: { email: colleague.email } })
  await makeCase(db, monday, { state: 'not_elected', changes: { isMember: 'no', memberNo: '' } })
  const versions = { fromVersion: (await findPublished(db, id))?.id ?? '', toVersion: draft?.id ?? '' }
  const touched = (reader: { id: string }) =>
    listTouchedCases(
      db,
      readerOn(reader, monday),
      { subject: 'fellow', rulebook: 'election-of-fellows', ...versions },
      monday,
    )

  expect(await touched(admin)).toMatchObject({ compared: 2, touched: [] })
  const change = { ...members, values: { of: 'proposer' }, clause: '6' }
  expect(
    await saveRule(db, system, id, { ruleId: rule?.id ?? '', revision: 1, rule: change }, monday),
  ).toMatchObject({ reason: 'example-failed' })
  await saveRule(
    db,
    system,
    id,
    { ruleId: rule?.id ?? '', revision: 1, rule: { ...members, clause: '6' } },
    monday,
  )
  expect(await touched(admin)).toMatchObject({
    touched: [
      {
        reference: open,
        changes: [
          { clause: '5', before: 'not-met', after: 'met' },
          { clause: '6', before: 'met', after: 'not-met' },
        ],
      },
      {
        changes: [
          { clause: '5', before: 'not-known' },
          { clause: '6', after: 'not-known' },
        ],
      },
    ],
  })
  expect((await touched(colleague)).touched).toHaveLength(1)
})

test('a draft for awards is compared with the open nominations whose call names it', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { name: 'Lamp Rules', subject: null, rules: [members] })
  await startDraft(db, system, id, monday)
  const draft = await findDraft(db, id)
  const [rule] = await listRules(db, draft?.id ?? '')
  await saveRule(
    db,
    system,
    id,
    { ruleId: rule?.id ?? '', revision: 1, rule: { ...members, clause: '6' } },
    monday,
  )
  const made = { process: 'award', state: 'complete' } as const
  const outsider = { isMember: 'no', memberNo: '' }
  const open = await makeCase(db, monday, { ...made, changes: { ...outsider, rulebook: 'lamp-rules' } })
  await makeCase(db, monday, { ...made, changes: { ...outsider, rulebook: 'other-rules' } })
  await makeCase(db, monday, { state: 'complete', changes: outsider })
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const rulebook = { id, slug: 'lamp-rules', subject: null }

  expect(await findTouchedCases(db, admin, rulebook, draft?.id ?? '', monday)).toMatchObject({
    compared: 1,
    touched: [{ reference: open }],
  })
})
