import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { createRulebook, insertRules, publishRulebook } from '#features/rulebook/operations.server.ts'
import { findDraft, listRules } from '#features/rulebook/queries.server.ts'
import type { AcademyRule } from '#features/rulebook/rule.ts'
import type { RulebookSubject } from '#features/rulebook/rulebook.ts'

/** Rulebooks for tests. */

export const ageRule: AcademyRule = {
  clause: '4.2',
  words: 'A nominee is at most 40 years old on 31 December of the year.',
  check: 'age',
  values: { of: 'nominee', most: 40, on: 'year-end' },
  stage: 'scrutiny',
  grades: [],
  from: null,
  to: null,
  examples: [
    { name: 'young', facts: { 'nominee.birthDay': '1990-01-01', cycleYear: 2027 }, expect: 'met' },
    { name: 'old', facts: { 'nominee.birthDay': '1980-01-01', cycleYear: 2027 }, expect: 'not-met' },
  ],
}

export const membersRule: AcademyRule = {
  clause: '5',
  words: 'Fellows are elected from among the members.',
  check: 'member',
  values: { of: 'nominee' },
  stage: 'decision',
  grades: [],
  from: null,
  to: null,
  examples: [
    { name: 'a member', facts: { 'nominee.isMember': true }, expect: 'met' },
    { name: 'an outsider', facts: { 'nominee.isMember': false }, expect: 'not-met' },
  ],
}

interface RulebookOptions {
  name?: string
  subject?: RulebookSubject | null
  rules?: AcademyRule[]
  publish?: boolean
}

export async function makeRulebook(
  db: Db,
  now: Date,
  {
    name = 'Election of Fellows',
    subject = 'fellow',
    rules = [ageRule],
    publish = true,
  }: RulebookOptions = {},
): Promise<{ id: string; rule: string }> {
  const created = await createRulebook(db, system, { name, subject }, now)
  if (!created.ok) throw new Error(created.reason)
  const draft = await findDraft(db, created.id)
  await insertRules(db, draft?.id ?? '', rules)
  if (publish) {
    const published = await publishRulebook(db, system, created.id, { number: 1, note: null }, now)
    if (!published.ok) throw new Error(published.reason)
  }
  const [rule] = await listRules(db, draft?.id ?? '')
  return { id: created.id, rule: rule?.id ?? '' }
}
