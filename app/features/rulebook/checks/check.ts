import { dayInWords } from '#office-time.ts'
import { isYearOnly } from '#features/rulebook/days.ts'
import type { FactName, RuleFacts, RuleRole } from '#features/rulebook/facts.ts'
import { roles } from '#features/rulebook/facts.ts'
import type { StoredValues, ValueField, ValueFields, ValuesOf } from '#features/rulebook/fields.ts'

/** The verdict of a check on facts that are all there, with its reason in one sentence. */
export interface Finding {
  /** Undefined if a fact is not exact enough. */
  met: boolean | undefined
  because: string
}

type Known = { readonly [N in keyof RuleFacts]-?: NonNullable<RuleFacts[N]> }

interface CheckDefinition<F extends ValueFields> {
  label: string
  values: F
  /** The facts that it needs with these values. */
  facts: (values: ValuesOf<F>) => FactName[]
  find: (values: ValuesOf<F>, facts: Known) => Finding
}

/** A check as the rules see it: its values are checked against its fields before it runs. */
export interface RuleCheck {
  label: string
  values: ValueFields
  facts: (values: StoredValues) => FactName[]
  find: (values: StoredValues, facts: RuleFacts) => Finding
}

export function defineCheck<const F extends ValueFields>(check: CheckDefinition<F>): RuleCheck {
  return {
    label: check.label,
    values: check.values,
    facts: (values) => check.facts(values as ValuesOf<F>),
    find: (values, facts) => check.find(values as ValuesOf<F>, facts as Known),
  }
}

export const ofWhom = { kind: 'choice', label: 'Of whom', choices: roles } as const satisfies ValueField

export const grades = {
  kind: 'grades',
  label: 'Grades or categories',
} as const satisfies ValueField

export const referenceDay = {
  kind: 'choice',
  label: 'Counted on',
  choices: {
    today: 'the day of the decision',
    closing: 'the last day of the call',
    'year-start': '1 January of the year of the cycle',
    'year-end': '31 December of the year of the cycle',
  },
} as const satisfies ValueField

type ReferenceDay = keyof (typeof referenceDay)['choices']

export function referenceFact(on: ReferenceDay): FactName {
  return on === 'today' ? 'today' : on === 'closing' ? 'closingDay' : 'cycleYear'
}

export function dayOf(on: ReferenceDay, facts: Known): string {
  if (on === 'today') return facts.today
  if (on === 'closing') return facts.closingDay
  return `${facts.cycleYear}-${on === 'year-end' ? '12-31' : '01-01'}`
}

export function person<P extends string>(of: RuleRole, fact: P): `${RuleRole}.${P}` {
  return `${of}.${fact}`
}

export function isAmong(list: readonly string[], text: string): boolean {
  return list.some((one) => comparable(one) === comparable(text))
}

export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
}

/** “at most 3”, “at least 2”, “2 to 5”. */
export function rangeInWords({ least, most }: Range): string {
  if (least === undefined) return most === undefined ? 'any number' : `at most ${most}`
  return most === undefined ? `at least ${least}` : least === most ? `exactly ${most}` : `${least} to ${most}`
}

interface Range {
  least?: number | undefined
  most?: number | undefined
}

export function isInRange(number: number, { least = 0, most = Infinity }: Range): boolean {
  return number >= least && number <= most
}

/** One fewer than a limit leaves room for one more. */
export function roomFor(most: number, others: number, what: string): Finding {
  const because = `${others} ${what}; the limit is ${most}.`
  return { met: others < most, because }
}

export function yearsText(years: number): string {
  return years === 1 ? '1 year' : `${years} years`
}

export function asDay(day: string): string {
  return day === 'never' || isYearOnly(day) ? day : dayInWords(day)
}
