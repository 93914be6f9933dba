import { expect, test } from 'vitest'
import { checkNames, checkOf } from './checks/checks.ts'
import { addYears, daysBetween, yearsBetween } from './days.ts'
import { factField, factsSchema, isFactName } from './facts.ts'
import { readTyped, schemaOfFields, typedText } from './fields.ts'
import { failedExample, judgeRule, missingExample, rulesInForce, ruleSchema } from './rule.ts'
import { isWithin, reaches, readShare } from './shares.ts'
import { ageRule as rule } from '#test/makers/rulebooks.ts'

test.for([
  ['2/3', 2, 3, true],
  ['2/3', 333_333_333, 500_000_000, false],
  ['2/3', 333_333_334, 500_000_000, true],
  ['>1/2', 245, 490, false],
  ['>1/2', 246, 490, true],
  ['1/3', 3, 9, true],
  ['1/2', 0, 0, false],
] as const)('%s is reached by %s of %s: %s', ([share, number, base, expected]) => {
  expect(reaches(share, number, base)).toBe(expected)
})

test('a share cap leaves room up to the last whole person', () => {
  expect(isWithin('1/200', 250, 50_000)).toBe(true)
  expect(isWithin('1/200', 251, 50_000)).toBe(false)
  expect(isWithin('1/10', 1, 9)).toBe(false)
})

test('what is no share is not read as one', () => {
  expect(['', '2', '0/3', '4/3', '>3/3', '1/0', '0.5', '-1/2', '1/2 '].map(readShare)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  )
})

test.for([
  ['1984-02-29', '2027-02-28', 42],
  ['1984-02-29', '2027-03-01', 43],
  ['1984-02-29', '2028-02-29', 44],
  ['1990-12-31', '2027-12-31', 37],
  ['1990-12-31', '2027-12-30', 36],
] as const)('from %s to %s are %s whole years', ([from, to, years]) => {
  expect(yearsBetween(from, to)).toBe(years)
})

test('years and days are counted on the calendar', () => {
  expect(addYears('2024-02-29', 1)).toBe('2025-03-01')
  expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
  expect(daysBetween('2027-02-15', '2027-03-01')).toBe(14)
})

test('a rule is met, not met or not known, each with its reason', () => {
  const judge = (facts: object) => judgeRule(rule, facts)

  expect(judge({ 'nominee.birthDay': '1986-12-31', cycleYear: 2027 })).toMatchObject({
    answer: 'not-met',
    because: '41 years old on 31 December 2027; at most 40.',
  })
  expect(judge({ 'nominee.birthDay': '1987-01-01', cycleYear: 2027 })).toMatchObject({ answer: 'met' })
  expect(judge({ cycleYear: 2027 })).toEqual({
    clause: '4.2',
    answer: 'not-known',
    missing: ['nominee.birthDay'],
    ask: ['nominee'],
    because: 'Not known: Nominee: date of birth. Ask the nominee.',
  })
})

test.for([
  ['1989', 5, 'met'],
  ['1994', 5, 'not-met'],
  ['1991', 4, 'not-known'],
  ['1991-06-01', 4, 'not-met'],
  ['1991-01-02', 4, 'met'],
] as const)('a member since %s is one for %s years on 2 January 1995: %s', ([since, years, answer]) => {
  const memberFor = { ...rule, check: 'member-for', values: { of: 'nominee', years, on: 'today' } } as const
  const found = judgeRule(memberFor, { 'nominee.memberSince': since, today: '1995-01-02' })
  expect(found.answer).toBe(answer)
  if (answer === 'not-known')
    expect(found).toMatchObject({
      missing: ['nominee.memberSince'],
      because:
        'A member since 1991; 4 years needed on 2 January 1995. Only the year is known, and the day decides. Ask the office.',
    })
})

test('a rule about one grade says nothing about others', () => {
  const limited = { ...rule, grades: ['associate-fellow'] }
  const old = { 'nominee.birthDay': '1950-01-01', cycleYear: 2027 } as const

  expect(judgeRule(limited, { ...old, proposedGrade: 'fellow' }).answer).toBe('met')
  expect(judgeRule(limited, { ...old, proposedGrade: 'Associate Fellow' }).answer).toBe('not-met')
  expect(judgeRule(limited, old)).toMatchObject({ answer: 'not-known', missing: ['proposedGrade'] })
})

test('an example that contradicts its rule is named', () => {
  expect(failedExample(rule)).toBeUndefined()
  expect(failedExample({ ...rule, values: { ...rule.values, most: 30 } })).toBe(
    'The example “young” must pass, but the rule says: not met. 37 years old on 31 December 2027; at most 30.',
  )
  expect(failedExample({ ...rule, values: { ...rule.values, of: 'proposer' } })).toContain(
    'but the rule says: not known.',
  )
  expect(missingExample(rule)).toBeUndefined()
  expect(missingExample({ examples: rule.examples.slice(0, 1) })).toBe('not-met')
})

test('a rule counts at its stage, from its first to its last day', () => {
  const dated = { ...rule, from: '2027-01-01', to: '2027-12-31' }
  const days = ['2026-12-31', '2027-01-01', '2027-12-31', '2028-01-01']

  expect(days.map((day) => rulesInForce([dated], 'scrutiny', day).length)).toEqual([0, 1, 1, 0])
  expect(rulesInForce([dated], 'decision', '2027-06-01')).toEqual([])
})

test.for([
  [{ values: { ...rule.values, most: -1 } }],
  [{ values: { ...rule.values, most: 1.5 } }],
  [{ values: { ...rule.values, on: 'tomorrow' } }],
  [{ values: { ...rule.values, extra: 1 } }],
  [{ check: 'no-such-check' }],
  [{ stage: 'later' }],
  [{ from: '2027-02-01', to: '2027-01-01' }],
  [{ examples: [{ name: 'x', facts: { 'nominee.shoeSize': 43 }, expect: 'met' }] }],
  [{ examples: [{ name: 'x', facts: { cycleYear: '2027' }, expect: 'met' }] }],
])('a rule with %o is refused', ([change]) => {
  expect(ruleSchema.safeParse(rule).success).toBe(true)
  expect(ruleSchema.safeParse({ ...rule, ...change }).success).toBe(false)
})

test('facts have names and kinds of a closed list', () => {
  expect(['today', 'nominee.birthDay', 'elector.grade'].every(isFactName)).toBe(true)
  expect(['birthDay', 'nominee', 'nominee.birthDay.x', 'toString', 'nominee.toString'].some(isFactName)).toBe(
    false,
  )
  expect(factField('seconder.country')).toMatchObject({
    label: 'Seconder: country of residence',
    ask: 'seconder',
  })
  expect(factsSchema.safeParse({ 'nominee.duesPaidOn': 'never' }).success).toBe(true)
  expect(factsSchema.safeParse({ today: '2027-02-30' }).success).toBe(false)
})

test('what is typed becomes a value, and back', () => {
  expect(readTyped({ kind: 'count', label: 'Years' }, ' 12 ')).toBe(12)
  expect(readTyped({ kind: 'count', label: 'Years' }, '1.5')).toBe('1.5')
  expect(readTyped({ kind: 'list', label: 'Grades' }, 'fellow\r\n\n life ')).toEqual(['fellow', 'life'])
  expect(readTyped({ kind: 'yes-no', label: 'Agrees' }, 'no')).toBe(false)
  expect(readTyped({ kind: 'text', label: 'Country' }, ' ')).toBeUndefined()
  const shown = [
    typedText({ kind: 'list', label: 'Grades' }, ['a', 'b']),
    typedText({ kind: 'yes-no', label: 'Agrees' }, true),
    typedText({ kind: 'count', label: 'Years' }, 3),
    typedText({ kind: 'text', label: 'Country' }, undefined),
  ]
  expect(shown).toEqual(['a\nb', 'yes', '3', ''])
})

test.for([
  ['31 July', '07-31'],
  ['31 Jul', '07-31'],
  ['31st of July', '31st of July'],
  ['July 31', '07-31'],
  ['1 february', '02-01'],
  ['07-31', '07-31'],
  ['31 Julember', '31 Julember'],
  ['July', 'July'],
] as const)('the day of the year %j is stored as %j', ([typed, stored]) => {
  expect(readTyped({ kind: 'month-day', label: 'By' }, typed)).toBe(stored)
})

test.for([
  [{ kind: 'month-day', label: 'By' }, '07-31', '31 July'],
  [{ kind: 'share', label: 'Share' }, '>1/2', 'more than 1/2'],
  [{ kind: 'share', label: 'Share' }, '2/3', '2/3'],
] as const)('%o shows %j as %j, and reads it back', ([field, stored, shown]) => {
  expect(typedText(field, stored)).toBe(shown)
  expect(readTyped(field, shown)).toBe(stored)
})

test('every check has a label, and no two the same', () => {
  const labels = checkNames.map((name) => checkOf(name).label)
  expect(new Set(labels).size).toBe(labels.length)
  for (const name of checkNames)
    expect(schemaOfFields(checkOf(name).values).safeParse({ no: 1 }).success).toBe(false)
})
