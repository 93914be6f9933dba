import { expect } from 'vitest'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { monday, test } from '#test/harness/db.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { ageRule, makeRulebook } from '#test/makers/rulebooks.ts'
import { addExample, moveRuleUp, removeExample, saveRule } from './drafts.server.ts'
import type { RuleFacts } from './facts.ts'
import { answersTo, judge } from './judgements.server.ts'
import { discardDraft, publishRulebook, startDraft } from './operations.server.ts'
import { findDraft, findPublished, listRules } from './queries.server.ts'
import { removeRule, restoreRule } from './removed-rules.server.ts'
import { rulesInForce, type AcademyRule } from './rule.ts'
import type { RuleStage } from './rulebook.ts'

const changes = 1000

/** One change of a draft at random: a rule added, changed, moved or deleted, an example, a new version. */
async function changeAtRandom(db: Db, id: string, random: () => number, at: number): Promise<void> {
  const draft = await findDraft(db, id)
  if (!draft) {
    await startDraft(db, system, id, monday)
    return
  }
  const rules = await listRules(db, draft.id)
  const chosen = rules.length > 0 ? pick(rules, random) : undefined
  const rule: Omit<AcademyRule, 'examples'> = {
    ...ageRule,
    clause: random() < 0.5 && chosen ? chosen.clause : `${at}`,
    words: `Words ${at}.`,
    values: {
      of: 'nominee',
      most: 37 + Math.floor(random() * 9),
      on: pick(['year-end', 'year-start'], random),
    },
  }
  const step = Math.floor(random() * 8)
  if (!chosen || step < 2) {
    const saved = await saveRule(db, system, id, { ruleId: null, revision: 1, rule }, monday)
    if (saved.ok)
      for (const example of ageRule.examples) await addExample(db, system, id, saved.id, example, monday)
  } else if (step < 4)
    await saveRule(db, system, id, { ruleId: chosen.id, revision: chosen.revision, rule }, monday)
  else if (step === 4) {
    await removeRule(db, system, id, { ruleId: chosen.id }, monday)
    if (random() < 0.5) await restoreRule(db, system, id, chosen.id, monday)
  } else if (step === 5) await moveRuleUp(db, system, id, { ruleId: chosen.id }, monday)
  else if (step === 6 && random() < 0.3) await discardDraft(db, system, id, {}, monday)
  else if (step === 6) await removeExample(db, system, id, chosen.id, { name: 'young' }, monday)
  else await publishRulebook(db, system, id, { number: draft.number, note: null }, monday)
}

function judgeAtRandom(db: Db, random: () => number) {
  const year = 1975 + Math.floor(random() * 25)
  const facts: RuleFacts = {
    cycleYear: 2027,
    ...(random() < 0.9 && { 'nominee.birthDay': `${year}-06-15` }),
  }
  return judge(db, { subject: 'fellow', stage: 'scrutiny', facts, caseId: null }, monday)
}

const readAll = (db: Db) => db.selectFrom('judgement').selectAll().orderBy('id').execute()

test(`${changes} random changes of a rulebook move no stored decision`, async ({ db }) => {
  const random = randomFrom(1994)
  const { id } = await makeRulebook(db, monday)
  let stored = await readAll(db)
  for (let at = 1; at <= changes; at++) {
    await changeAtRandom(db, id, random, at)
    if (at % 10 !== 0) continue
    const now = await readAll(db)
    expect(now).toEqual(stored)
    await judgeAtRandom(db, random)
    stored = await readAll(db)
  }

  expect((await findPublished(db, id))?.number).toBeGreaterThan(20)
  expect(new Set(stored.map(({ outcome }) => outcome)).size).toBe(3)
  // The rules of the version still give the answers that were stored.
  for (const { version_id, stage, facts, answers } of stored) {
    const rules = rulesInForce(await listRules(db, version_id), stage as RuleStage, '1995-01-02')
    const again = answersTo(rules, fromJson<RuleFacts>(facts)).answers
    expect(again.map(({ clause, answer }) => ({ clause, answer }))).toEqual(fromJson(answers))
  }
})
