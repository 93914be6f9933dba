import { expect } from 'vitest'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import type { CheckName } from '#features/rulebook/checks/checks.ts'
import type { RuleFacts } from '#features/rulebook/facts.ts'
import { listJudgements } from '#features/rulebook/judgements.server.ts'
import { publishRulebook, startDraft } from '#features/rulebook/operations.server.ts'
import type { AcademyRule } from '#features/rulebook/rule.ts'
import type { RulebookSubject } from '#features/rulebook/rulebook.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { system } from '#features/audit/actor.ts'
import { monday, test } from '#test/harness/db.ts'
import { caseOrigin, makeFilledDraft, openCalls, passerBy } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, moveAlong } from '#test/makers/casework.ts'
import { asha as someone, ben } from '#test/makers/members.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { ageRule, makeRulebook, membersRule } from '#test/makers/rulebooks.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { ruleObjections } from './objections.server.ts'

const day = 86_400_000

function ruleOn(
  check: CheckName,
  values: AcademyRule['values'],
  changes: Partial<AcademyRule> = {},
): AcademyRule {
  const words = `The clause about ${check}.`
  return { ...ageRule, clause: check, words, check, values, examples: [], ...changes }
}

/** Published without examples: what the checks say has tests of its own. */
async function publish(db: Db, rules: AcademyRule[], subject: RulebookSubject = 'fellow', at = monday) {
  const { id } = await makeRulebook(db, monday, { name: `Rules ${subject}`, subject, rules, publish: false })
  const published = { published_at: at.getTime() }
  await db.updateTable('rulebook_version').set(published).where('rulebook_id', '=', id).execute()
  return id
}

async function idOf(db: Db, reference: string) {
  const row = db.selectFrom('dossier').select('id').where('reference', '=', reference)
  return (await row.executeTakeFirstOrThrow()).id
}

async function judgementsOf(db: Db, reference: string) {
  const stored = await listJudgements(db, await idOf(db, reference))
  return stored.map(({ move, stage, version, outcome }) => ({ move, stage, version, outcome }))
}

test('each move that decides or is grave asks the rules of a stage', () => {
  const silent = Object.values(caseTypes).flatMap(({ name, workflow }) =>
    Object.entries(workflow.moves)
      .filter(([, { decides, grave, judgedBy }]) => (decides || grave) && !judgedBy)
      .map(([move]) => `${name}: ${move}`),
  )
  expect(silent).toEqual([])
})

const meeting = { meeting: 'Council' }
const outcomes: [CaseTypeName, string, string, Record<string, string>, string[]][] = [
  ['fellow', 'ineligible_proposed', 'confirm-ineligible', {}, ['scrutiny']],
  ['fellow', 'recommended', 'not-elect', meeting, ['scrutiny', 'decision']],
  [
    'membership',
    'payment_ok',
    'approve',
    { decision: 'Council', decidedOn: '1995-01-02' },
    ['scrutiny', 'decision'],
  ],
  ['membership', 'payment_ok', 'decline', { reason: 'Incomplete.' }, ['scrutiny', 'decision']],
  ['membership', 'approved', 'enrol', { validFrom: '1995-01-02' }, ['admission']],
]
test.for(outcomes)(
  'a %s in the state %s stores with %s what the rules say',
  async ([name, state, move, typed, stages], { db }) => {
    const subject = name as RulebookSubject
    const always = ruleOn('deadline', { by: '12-31' })
    await publish(
      db,
      (['scrutiny', 'decision', 'admission'] as const).map((stage) => ({ ...always, stage, clause: stage })),
      subject,
    )
    const admin = await makeCaseworker(db, monday, { role: 'admin' })
    const reference = await makeCase(db, monday, { process: name, state })
    await moveAlong(db, admin, reference, [[move, typed]], monday)

    expect(await judgementsOf(db, reference)).toEqual(
      stages.map((stage) => ({ move, stage, version: 1, outcome: 'met' })),
    )
  },
)

test('a decision is stored with the version also if no clause is about it, and a refused one is not', async ({
  db,
}) => {
  await publish(db, [ruleOn('deadline', { by: '12-31' }, { stage: 'ballot' })])
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makeCase(db, monday, { state: 'accepted' })
  const admit = { reference, move: 'admit', typed: { fellowNo: 'F-9' }, released: {} }
  expect(await moveCase(db, admin, caseOrigin, admit, monday)).toMatchObject({ reason: 'not-in-register' })
  expect(await judgementsOf(db, reference)).toEqual([])

  await enrolPerson(db, someone, monday)
  expect(await moveCase(db, admin, caseOrigin, admit, monday)).toMatchObject({ ok: true })
  expect(await judgementsOf(db, reference)).toEqual([
    { move: 'admit', stage: 'admission', version: 1, outcome: 'met' },
  ])
})

test('a rule about the proposer refuses at the confirmation only whose address the register has', async ({
  db,
}) => {
  await openCalls(db, monday)
  const fellows = ruleOn('grade-is', { of: 'proposer', grades: ['honorary-fellow'] }, { stage: 'nomination' })
  await publish(db, [fellows])
  const id = await enrolPerson(db, ben, monday)
  const propose = async (email: string) => {
    const token = await makeFilledDraft(db, 'fellow', monday, { email })
    await submitNomination(db, passerBy, caseOrigin, 'fellow', token, monday)
    return confirmAsProposer(db, 'ben@example.org', monday)
  }

  expect(await propose('dina@example.org')).toEqual({ ok: true })
  await learnContact(
    db,
    id,
    { email: 'ben@example.org', emailProvedAt: null, phone: '', postalAddress: '' },
    monday,
  )
  expect(await propose('emil@example.org')).toMatchObject({ ok: false, reason: 'against-rules' })
})

test('the version in force when the call opened judges its nominations', async ({ db }) => {
  await openCalls(db, monday)
  const strict = ruleOn('age', { of: 'nominee', most: 20, on: 'today' })
  const id = await publish(db, [{ ...strict, clause: '1' }], 'fellow', new Date(monday.getTime() - 2 * day))
  const token = await makeFilledDraft(db, 'fellow', monday)
  await startDraft(db, system, id, monday)
  await db
    .updateTable('academy_rule')
    .set({ examples: JSON.stringify(examples) })
    .execute()
  const published = await publishRulebook(db, system, id, { number: 2, note: null }, monday)
  expect(published).toMatchObject({ ok: true })
  // Submitted after the publication, to the call that opened before.
  const later = new Date(monday.getTime() + day)
  await submitNomination(db, passerBy, caseOrigin, 'fellow', token, later)
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const state = { state: 'ineligible_proposed' }
  await db.updateTable('dossier').set(state).execute()
  await moveAlong(db, admin, 'FN-1995-0001', [['confirm-ineligible']], later)
  expect(await judgementsOf(db, 'FN-1995-0001')).toMatchObject([{ version: 1 }])

  const own = await makeCase(db, later, { state: 'ineligible_proposed' })
  await moveAlong(db, admin, own, [['confirm-ineligible']], later)
  expect(await judgementsOf(db, own)).toMatchObject([{ version: 2 }])
})

const examples = [
  { name: 'young', facts: { 'nominee.birthDay': '1980-01-01', today: '1995-01-02' }, expect: 'met' },
  { name: 'old', facts: { 'nominee.birthDay': '1950-01-01', today: '1995-01-02' }, expect: 'not-met' },
] satisfies { name: string; facts: RuleFacts; expect: 'met' | 'not-met' }[]

test('a refusal by a limit in the settings names the clause about it', async ({ db }) => {
  await changeSettings(db, system, { capFellows: 1, validCycles: 1 }, monday)
  const admin: StaffActor = await makeCaseworker(db, monday, { role: 'admin' })
  await enrolPerson(db, ben, monday)
  const reference = await makeCase(db, monday, { state: 'recommended' })
  const tried = (move: string, typed: Record<string, string> = {}) =>
    moveCase(db, admin, caseOrigin, { reference, move, typed, released: {} }, monday)
  const election = { ...meeting, electedOn: '1995-01-02', citation: 'For light.' }
  expect(await tried('elect', election)).toEqual({ ok: false, reason: 'cap-reached' })

  await publish(db, [
    ruleOn('cap', { most: 500 }, { grades: ['fellow'] }),
    ruleOn('cap', { most: 100 }, { grades: ['honorary-fellow'], clause: 'honorary' }),
    ruleOn('valid-cycles', { most: 1 }),
  ])
  expect(await tried('elect', election)).toMatchObject({ clauses: ['cap: “The clause about cap.”'] })
  expect(await tried('defer')).toMatchObject({
    reason: 'carried-too-often',
    clauses: ['valid-cycles: “The clause about valid-cycles.”'],
  })
})

test('the rules for the admission are asked when it is the next step', async ({ db }) => {
  await publish(db, [{ ...membersRule, stage: 'admission' }])
  const reference = await makeCase(db, monday, {
    state: 'accepted',
    changes: { isMember: 'no', memberNo: '' },
  })
  expect(await ruleObjections(db, await idOf(db, reference), monday)).toMatchObject([{ stage: 'admission' }])
  const before = await makeCase(db, monday, {
    state: 'recommended',
    changes: { isMember: 'no', memberNo: '' },
  })
  expect(await ruleObjections(db, await idOf(db, before), monday)).toEqual([])
})

test('rules for members judge applications by what the form and the payments say', async ({ db }) => {
  await publish(
    db,
    [
      ruleOn('age', { of: 'applicant', least: 60, on: 'today' }, { clause: '1' }),
      ruleOn('degree-in', { of: 'applicant', degrees: ['PhD'] }, { clause: '2' }),
      ruleOn('confirmed', { what: 'fee' }, { clause: '3' }),
    ],
    'membership',
  )
  await changeSettings(db, system, { fee_life_india: 'INR 500' }, monday)
  const reference = await makeCase(db, monday, { process: 'membership', state: 'in_scrutiny' })

  expect(
    (await ruleObjections(db, await idOf(db, reference), monday)).map(({ sentence }) => sentence),
  ).toEqual([
    '1: “The clause about age.” Not met: 44 years old on 2 January 1995; at least 60.',
    '2: “The clause about degree-in.” Not met: Degrees: MSc; needed: PhD.',
    '3: “The clause about confirmed.” Not met: The fee is not paid.',
  ])
})
