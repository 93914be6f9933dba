import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { monday, test } from '#test/harness/db.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { addExample, moveRuleUp, removeExample, saveRule } from './drafts.server.ts'
import { discardDraft, startDraft } from './operations.server.ts'
import { findDraft, listRules } from './queries.server.ts'
import { removeRule, restoreRule } from './removed-rules.server.ts'

const refused = { ok: false, reason: 'conflict' }
const rules = ['1', '2', '3'].map((clause) => ({ ...ageRule, clause }))

async function draftOf(db: Db, id: string) {
  return listRules(db, (await findDraft(db, id))?.id ?? '')
}

async function changeWords(db: Db, id: string, words: string) {
  const [first] = await draftOf(db, id)
  if (!first) throw new Error('The draft has no rules.')
  const { examples: _, ...rule } = ageRule
  const { id: ruleId, clause, revision } = first
  const saved = await saveRule(db, system, id, { ruleId, revision, rule: { ...rule, clause, words } }, monday)
  if (!saved.ok) throw new Error(saved.reason)
}

test('Undo does not discard a draft that someone else has edited since', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { rules })
  const started = await startDraft(db, system, id, monday)
  if (!started.ok) throw new Error(started.reason)
  await changeWords(db, id, 'New words.')

  expect(await discardDraft(db, system, id, started, monday)).toEqual(refused)
  expect(await draftOf(db, id)).toMatchObject([{ words: 'New words.' }, {}, {}])
  await discardDraft(db, system, id, {}, monday)
  const again = await startDraft(db, system, id, monday)
  if (!again.ok) throw new Error(again.reason)
  expect(await discardDraft(db, system, id, again, monday)).toEqual({ ok: true })
})

test('Undo of the order of rules is refused once someone else has changed it', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { rules, publish: false })
  const clauses = async () => (await draftOf(db, id)).map(({ clause }) => clause)
  const moveUp = async (wanted: string) => {
    const rule = (await draftOf(db, id)).find(({ clause }) => clause === wanted)
    const moved = await moveRuleUp(db, system, id, { ruleId: rule?.id ?? '' }, monday)
    if (!moved.ok) throw new Error(moved.reason)
    const { passed = '', shownHash } = moved
    return () => moveRuleUp(db, system, id, { ruleId: passed, shownHash }, monday)
  }
  const undoMine = await moveUp('3')
  const undoTheirs = await moveUp('3')

  expect(await undoMine()).toEqual(refused)
  expect(await clauses()).toEqual(['3', '1', '2'])
  expect(await undoTheirs()).toMatchObject({ ok: true })
  expect(await undoMine()).toMatchObject({ ok: true })
  expect(await clauses()).toEqual(['1', '2', '3'])
})

test('Undo does not delete a restored rule that someone else has edited since', async ({ db }) => {
  const { id, rule: ruleId } = await makeRulebook(db, monday, { rules, publish: false })
  const restore = async () => {
    await removeRule(db, system, id, { ruleId }, monday)
    const restored = await restoreRule(db, system, id, ruleId, monday)
    if (!restored.ok) throw new Error(restored.reason)
    return () => removeRule(db, system, id, { ruleId, shownHash: restored.shownHash }, monday)
  }
  const undoMine = await restore()
  await changeWords(db, id, 'New words.')

  expect(await undoMine()).toEqual(refused)
  expect(await draftOf(db, id)).toHaveLength(3)
  const undoTheirs = await restore()
  expect(await undoTheirs()).toEqual({ ok: true })
})

test('Undo does not delete another example with the same name', async ({ db }) => {
  const { id, rule } = await makeRulebook(db, monday, { publish: false })
  const [young] = ageRule.examples
  const add = async (birthDay: string) => {
    const facts = { 'nominee.birthDay': birthDay, cycleYear: 2027 } as const
    const added = await addExample(db, system, id, rule, { ...young!, name: 'middle', facts }, monday)
    if (!added.ok) throw new Error(added.reason)
    return () => removeExample(db, system, id, rule, { name: 'middle', shownHash: added.shownHash }, monday)
  }
  const undoMine = await add('1995-01-01')
  await removeExample(db, system, id, rule, { name: 'middle' }, monday)
  const undoTheirs = await add('1996-01-01')

  expect(await undoMine()).toEqual(refused)
  expect(await undoTheirs()).toMatchObject({ ok: true })
  expect(await draftOf(db, id)).toMatchObject([{ examples: ageRule.examples }])
})
