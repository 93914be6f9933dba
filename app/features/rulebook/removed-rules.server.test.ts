import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { monday, test } from '#test/harness/db.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { discardDraft, insertRules, publishRulebook, startDraft } from './operations.server.ts'
import { findDraft, listRules } from './queries.server.ts'
import { removeRule, restoreRule } from './removed-rules.server.ts'

const rules = [ageRule, { ...ageRule, clause: '4.3' }]

test('a deleted rule of a draft returns to its place with its examples', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { rules, publish: false })
  const draft = (await findDraft(db, id))?.id ?? ''
  const before = await listRules(db, draft)
  const [first] = before
  await removeRule(db, system, id, { ruleId: first?.id ?? '' }, monday)
  expect(await listRules(db, draft)).toEqual(before.slice(1))

  expect(await restoreRule(db, system, id, first?.id ?? '', monday)).toMatchObject({ ok: true })
  expect(await listRules(db, draft)).toEqual(before)
  expect(await restoreRule(db, system, id, first?.id ?? '', monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

test('a deleted rule does not return beside another with its clause', async ({ db }) => {
  const { id, rule } = await makeRulebook(db, monday, { publish: false })
  const draft = (await findDraft(db, id))?.id ?? ''
  await removeRule(db, system, id, { ruleId: rule }, monday)
  await insertRules(db, draft, [ageRule])

  expect(await restoreRule(db, system, id, rule, monday)).toEqual({ ok: false, reason: 'clause-taken' })
  expect(await listRules(db, draft)).toHaveLength(1)
})

test('a deleted rule returns to no published version and to no later draft', async ({ db }) => {
  const { id, rule } = await makeRulebook(db, monday, { rules, publish: false })
  await removeRule(db, system, id, { ruleId: rule }, monday)
  await publishRulebook(db, system, id, { number: 1, note: null }, monday)
  const restore = () => restoreRule(db, system, id, rule, monday)
  expect(await restore()).toEqual({ ok: false, reason: 'not-found' })

  await startDraft(db, system, id, monday)
  const [copy] = await listRules(db, (await findDraft(db, id))?.id ?? '')
  await removeRule(db, system, id, { ruleId: copy?.id ?? '' }, monday)
  await discardDraft(db, system, id, {}, monday)
  expect(await restore()).toEqual({ ok: false, reason: 'not-found' })
  expect(await db.selectFrom('removed_rule').select('id').execute()).toEqual([])
})
