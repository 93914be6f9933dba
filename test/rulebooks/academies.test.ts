import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkNames } from '#features/rulebook/checks/checks.ts'
import { factsSchema } from '#features/rulebook/facts.ts'
import { judgeRule, ruleSchema } from '#features/rulebook/rule.ts'

/**
 * Published rules of eight academies as data, restated in our own words, with 25 cases each. A case starts from facts
 * that meet all rules, changes some and leaves some unknown; it names every clause that is then not met or not known.
 */

const academySchema = z.strictObject({
  academy: z.string(),
  sources: z.array(z.url()).min(1),
  note: z.string(),
  rules: z.array(ruleSchema),
  base: factsSchema,
  cases: z.array(
    z.strictObject({
      name: z.string(),
      facts: factsSchema,
      unknown: z.array(z.string()).optional(),
      expected: z.record(z.string(), z.enum(['not-met', 'not-known'])),
    }),
  ),
})

const academies = globSync('test/rulebooks/*.json')
  .toSorted()
  .map((file) => academySchema.parse(JSON.parse(readFileSync(file, 'utf8'))))

test('there are eight academies, each with its sources and 25 cases', () => {
  expect(academies.map(({ cases }) => cases.length)).toEqual(Array.from({ length: 8 }, () => 25))
  for (const { cases } of academies) expect(new Set(cases.map(({ name }) => name)).size).toBe(25)
})

for (const { academy, rules, base, cases } of academies)
  test.for(cases)(`${academy}: $name`, ({ facts, unknown = [], expected }) => {
    const known = Object.fromEntries(
      Object.entries({ ...base, ...facts }).filter(([name]) => !unknown.includes(name)),
    )
    const answers = rules.map((rule) => judgeRule(rule, known))
    const others = answers.filter(({ answer }) => answer !== 'met')

    expect(Object.fromEntries(others.map(({ clause, answer }) => [clause, answer]))).toEqual(expected)
  })

test('every clause is refused by some case, and most checks are needed', () => {
  for (const { academy, rules, cases } of academies) {
    const refused = new Set(cases.flatMap(({ expected }) => Object.keys(expected)))
    expect(
      rules.filter(({ clause }) => !refused.has(clause)).map(({ clause }) => `${academy}: ${clause}`),
    ).toEqual([])
  }
  const used = new Set(academies.flatMap(({ rules }) => rules.map(({ check }) => check)))
  expect(used.size).toBeGreaterThan(checkNames.length / 2)
})
