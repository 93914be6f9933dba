import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { addExample, moveRuleUp, removeExample, saveRule } from './drafts.server.ts'
import { considerRules, judge, listJudgements } from './judgements.server.ts'
import { createRulebook, discardDraft, publishRulebook, startDraft } from './operations.server.ts'
import {
  findDraft,
  findPublished,
  findVersionFor,
  listPublicRulebooks,
  listRulebooks,
  listRules,
} from './queries.server.ts'
import { removeRule } from './removed-rules.server.ts'
import type { AcademyRule } from './rule.ts'

const { examples: _, ...age } = ageRule
const [young, old] = ageRule.examples

async function draftOf(db: Db, id: string) {
  const draft = await findDraft(db, id)
  return draft ? listRules(db, draft.id) : []
}

const save = (
  db: Db,
  id: string,
  rule: Omit<AcademyRule, 'examples'>,
  ruleId: string | null = null,
  revision = 1,
) => saveRule(db, system, id, { ruleId, revision, rule }, monday)

test('a rulebook starts as a draft, and is in force when it is published', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { publish: false })

  expect(await listPublicRulebooks(db)).toEqual([])
  expect(await findVersionFor(db, { subject: 'fellow' })).toBeUndefined()
  expect(await publishRulebook(db, system, id, { number: 1, note: 'First.' }, monday)).toMatchObject({
    ok: true,
  })
  expect(await listRulebooks(db)).toMatchObject([{ name: 'Election of Fellows', published: 1, draft: null }])
  expect(await listPublicRulebooks(db)).toMatchObject([
    { slug: 'election-of-fellows', number: 1, note: 'First.', rules: [{ clause: '4.2', words: age.words }] },
  ])
  expect(await findInSearch(db, 'years old', { limit: 5, offset: 0 })).toMatchObject({
    hits: [{ href: '/fellowship/rules#election-of-fellows' }],
  })
})

test('two rulebooks share neither a name nor what they judge', async ({ db }) => {
  await makeRulebook(db, monday)
  const create = (name: string, subject: 'fellow' | null) =>
    createRulebook(db, system, { name, subject }, monday)

  expect(await create('Election of fellows', null)).toEqual({ ok: false, reason: 'name-taken' })
  expect(await create('Other rules', 'fellow')).toEqual({ ok: false, reason: 'subject-taken' })
  expect(await create('Other rules', null)).toMatchObject({ ok: true })
})

test('a rule that contradicts one of its examples is not saved, and the sentence names the example', async ({
  db,
}) => {
  const { id } = await makeRulebook(db, monday, { publish: false })
  const [rule] = await draftOf(db, id)
  const refused = await save(
    db,
    id,
    { ...age, values: { ...age.values, most: 20 } },
    rule?.id,
    rule?.revision,
  )

  expect(refused).toMatchObject({ reason: 'example-failed', sentence: expect.stringContaining('“young”') })
  expect(await draftOf(db, id)).toMatchObject([{ values: age.values }])
})

test('an example with the wrong answer is not added', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { publish: false })
  const [rule] = await draftOf(db, id)
  const add = (example: object) =>
    addExample(db, system, id, rule?.id ?? '', { ...young!, ...example }, monday)

  expect(await add({ name: 'wrong', expect: 'not-met' })).toMatchObject({
    reason: 'example-failed',
    sentence:
      'The example “wrong” must fail, but the rule says: met. 37 years old on 31 December 2027; at most 40.',
  })
  expect(await add({})).toEqual({ ok: false, reason: 'name-taken' })
  expect(await add({ name: 'another' })).toMatchObject({ ok: true })
  const another = { name: 'another' }
  expect(await removeExample(db, system, id, rule?.id ?? '', another, monday)).toMatchObject({ ok: true })
  expect(await removeExample(db, system, id, rule?.id ?? '', another, monday)).toMatchObject({ ok: false })
  expect(await draftOf(db, id)).toMatchObject([{ examples: [{ name: 'young' }, { name: 'old' }] }])
})

test('deleting an example returns it as a colleague added it in between', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { publish: false })
  const rule = (await draftOf(db, id))[0]?.id ?? ''
  const remove = () => removeExample(db, system, id, rule, { name: 'old' }, monday)
  const theirs = { ...old!, facts: { ...old!.facts, 'nominee.birthDay': '1970-01-01' } }

  expect(await remove()).toMatchObject({ ok: true, before: { examples: [young, old] } })
  await addExample(db, system, id, rule, theirs, monday)
  expect(await remove()).toMatchObject({ ok: true, before: { id: rule, examples: [young, theirs] } })
})

test('rules have one clause each, an order, and no lost update', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { publish: false })
  expect(await save(db, id, age)).toEqual({ ok: false, reason: 'clause-taken' })
  expect(await save(db, id, { ...age, clause: '4.3' })).toMatchObject({ ok: true })
  const [first, second] = await draftOf(db, id)

  expect(await moveRuleUp(db, system, id, { ruleId: second?.id ?? '' }, monday)).toMatchObject({
    ok: true,
    passed: first?.id,
  })
  expect((await draftOf(db, id)).map(({ clause }) => clause)).toEqual(['4.3', '4.2'])
  expect(await save(db, id, { ...age, words: 'New words.' }, first?.id, 1)).toMatchObject({ ok: true })
  expect(await save(db, id, { ...age, words: 'Late words.' }, first?.id, 1)).toMatchObject({
    reason: 'conflict',
  })
  expect(await removeRule(db, system, id, { ruleId: second?.id ?? '' }, monday)).toEqual({ ok: true })
  expect(await draftOf(db, id)).toMatchObject([{ clause: '4.2', words: 'New words.', revision: 2 }])
})

test('a draft is published only with rules that have both kinds of examples and are no samples', async ({
  db,
}) => {
  const { id } = await makeRulebook(db, monday, { publish: false, rules: [] })
  const publish = () => publishRulebook(db, system, id, { number: 1, note: null }, monday)

  expect(await publish()).toEqual({ ok: false, reason: 'empty' })
  const saved = await save(db, id, age)
  const ruleId = saved.ok ? saved.id : ''
  expect(await publish()).toMatchObject({ sentence: 'The rule 4.2 needs an example that must pass.' })
  for (const example of [young, old]) await addExample(db, system, id, ruleId, example!, monday)
  await db.updateTable('academy_rule').set({ sample_at: monday.getTime() }).execute()
  expect(await publish()).toMatchObject({ sentence: expect.stringContaining('4.2 is a sample') })
  await save(db, id, age, ruleId)
  expect(await publish()).toEqual({ ok: true, number: 1 })
  expect(await publish()).toEqual({ ok: false, reason: 'not-found' })
})

test('a published version cannot be changed; the next one starts as its copy', async ({ db }) => {
  const { id } = await makeRulebook(db, monday)
  const published = await findPublished(db, id)
  const [rule] = await listRules(db, published?.id ?? '')
  const ruleId = rule?.id ?? ''

  expect(await save(db, id, { ...age, clause: '9' }, ruleId)).toMatchObject({ reason: 'not-found' })
  expect(await removeRule(db, system, id, { ruleId }, monday)).toMatchObject({ reason: 'not-found' })
  expect(await startDraft(db, system, id, monday)).toMatchObject({ ok: true })
  expect(await startDraft(db, system, id, monday)).toEqual({ ok: false, reason: 'draft-exists' })
  expect(await removeRule(db, system, id, { ruleId }, monday)).toMatchObject({ reason: 'not-found' })
  const [copy] = await draftOf(db, id)
  expect(copy).toEqual({ ...rule, id: copy?.id })
  await removeRule(db, system, id, { ruleId: copy?.id ?? '' }, monday)
  expect(await listRules(db, published?.id ?? '')).toHaveLength(1)
  expect(await discardDraft(db, system, id, {}, monday)).toEqual({ ok: true })
  expect(await listRulebooks(db)).toMatchObject([{ published: 1, draft: null }])
})

test('the first draft of a rulebook cannot be discarded', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { publish: false })
  expect(await discardDraft(db, system, id, {}, monday)).toEqual({ ok: false, reason: 'first-draft' })
})

test('a judgement stores the version, the answers and the facts', async ({ db }) => {
  const facts = { 'nominee.birthDay': '1950-01-01', cycleYear: 1995 } as const
  const judged = { subject: 'fellow', stage: 'scrutiny', facts } as const
  expect(await judge(db, { ...judged, caseId: null }, monday)).toBeUndefined()
  await makeRulebook(db, monday)

  const found = await judge(db, { ...judged, caseId: null }, monday)
  expect(found).toMatchObject({ version: 1, refusals: [`4.2: “${age.words}”`] })
  expect(await considerRules(db, { ...judged, stage: 'ballot' }, monday)).toMatchObject({ answers: [] })
  expect(await db.selectFrom('judgement').select(['outcome', 'facts']).execute()).toEqual([
    { outcome: 'not-met', facts: JSON.stringify(facts) },
  ])
  expect(await listJudgements(db, 'no-such-case')).toEqual([])
})
