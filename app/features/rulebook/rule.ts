import { z } from 'zod'
import { isAmong } from './checks/check.ts'
import { checkNames, checkOf, type CheckName } from './checks/checks.ts'
import {
  factSourceNames,
  factField,
  factsSchema,
  type FactName,
  type FactSource,
  type RuleFacts,
} from './facts.ts'
import { isYearOnly } from './days.ts'
import { schemaOfFields, type StoredValues } from './fields.ts'
import { answerNames, stages, type RuleStage } from './rulebook.ts'

/** A rule is data: a clause, a check with values, and examples that prove it says what is meant. */

export interface RuleExample {
  name: string
  facts: RuleFacts
  expect: 'met' | 'not-met'
}

export interface AcademyRule {
  /** Its number or heading in the Academy's text. */
  clause: string
  /** The clause's own words. */
  words: string
  check: CheckName
  values: StoredValues
  stage: RuleStage
  /** The grades it is about; empty for all. */
  grades: readonly string[]
  /** First and last day on which it counts. */
  from: string | null
  to: string | null
  examples: readonly RuleExample[]
}

export type RuleAnswer =
  | { clause: string; answer: 'met' | 'not-met'; because: string }
  | { clause: string; answer: 'not-known'; missing: FactName[]; ask: FactSource[]; because: string }

/** What a rule says about these facts. */
export function judgeRule(
  { clause, check, values, grades }: Pick<AcademyRule, 'clause' | 'check' | 'values' | 'grades'>,
  facts: RuleFacts,
): RuleAnswer {
  const needed = factsNeeded({ check, values, grades })
  const { proposedGrade } = facts
  if (grades.length > 0 && proposedGrade !== undefined && !isAmong(grades, proposedGrade))
    return { clause, answer: 'met', because: `Does not apply to “${proposedGrade}”.` }
  const missing = needed.filter((name) => facts[name] === undefined)
  if (missing.length > 0) return notKnown(clause, missing)
  const { met, because } = checkOf(check).find(values, facts)
  if (met === undefined)
    return notExact(
      clause,
      needed.filter((name) => isInexact(name, facts)),
      because,
    )
  return { clause, answer: met ? 'met' : 'not-met', because }
}

function notKnown(clause: string, missing: FactName[]): RuleAnswer {
  const fields = missing.map(factField)
  const ask = [...new Set(fields.map((field) => field.ask))]
  const labels = fields.map(({ label }) => label).join('; ')
  return { clause, answer: 'not-known', missing, ask, because: `Not known: ${labels}. ${askWords(ask)}` }
}

/** Only the year is known, and the day decides. */
function notExact(clause: string, missing: FactName[], found: string): RuleAnswer {
  const ask = [...new Set(missing.map((name) => factField(name).ask))]
  const because = `${found} Only the year is known, and the day decides. ${askWords(ask)}`
  return { clause, answer: 'not-known', missing, ask, because }
}

function askWords(ask: FactSource[]): string {
  return `Ask ${ask.map((one) => factSourceNames[one]).join(' and ')}.`
}

/** Whether a fact says only the year of a day. */
export function isInexact(name: FactName, facts: RuleFacts): boolean {
  return factField(name).kind === 'since' && isYearOnly(String(facts[name]))
}

/** The facts that a rule needs. */
export function factsNeeded({
  check,
  values,
  grades,
}: Pick<AcademyRule, 'check' | 'values' | 'grades'>): FactName[] {
  return [...(grades.length > 0 ? (['proposedGrade'] as const) : []), ...checkOf(check).facts(values)]
}

/** The rules that count at a stage on a day. */
export function rulesInForce<R extends Pick<AcademyRule, 'stage' | 'from' | 'to'>>(
  rules: readonly R[],
  stage: RuleStage,
  day: string,
): R[] {
  return rules.filter(
    (rule) =>
      rule.stage === stage &&
      (rule.from === null || rule.from <= day) &&
      (rule.to === null || day <= rule.to),
  )
}

/** What a refusal says: the clause and its words. */
export function clauseSentence({ clause, words }: Pick<AcademyRule, 'clause' | 'words'>): string {
  return `${clause}: “${words}”`
}

/** The first example that does not come out as it must, as a sentence. */
export function failedExample(rule: AcademyRule): string | undefined {
  for (const { name, facts, expect } of rule.examples) {
    const found = judgeRule(rule, facts)
    if (found.answer === expect) continue
    const wanted = expect === 'met' ? 'must pass' : 'must fail'
    return `The example “${name}” ${wanted}, but the rule says: ${answerNames[found.answer]}. ${found.because}`
  }
  return undefined
}

/** A rule needs at least one example of each kind, so that it is known to accept and to refuse. */
export function missingExample({ examples }: Pick<AcademyRule, 'examples'>): 'met' | 'not-met' | undefined {
  return (['met', 'not-met'] as const).find((kind) => !examples.some(({ expect }) => expect === kind))
}

const exampleSchema = z.strictObject({
  name: z.string().min(1).max(200),
  facts: factsSchema,
  expect: z.enum(['met', 'not-met']),
})

/** A rule from a file, a copy of a site or a form. Its values must be those of its check. */
export const ruleSchema = z
  .strictObject({
    clause: z.string().min(1).max(60),
    words: z.string().min(1).max(2000),
    check: z.enum(checkNames as [CheckName, ...CheckName[]]),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
    stage: z.enum(Object.keys(stages) as [RuleStage, ...RuleStage[]]),
    grades: z.array(z.string().min(1).max(60)).max(20),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    examples: z.array(exampleSchema).max(40),
  })
  .refine(
    ({ from, to }) => from === null || to === null || from <= to,
    'The last day is before the first day.',
  )
  .superRefine(({ check, values }, context) => {
    const checked = schemaOfFields(checkOf(check).values).safeParse(values)
    if (!checked.success)
      context.addIssue({ code: 'custom', message: checked.error.issues[0]?.message ?? 'Check the values.' })
  })
