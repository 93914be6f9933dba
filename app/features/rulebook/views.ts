import { capital } from '#server/input/capital.ts'
import { checkNames, checkOf } from './checks/checks.ts'
import { factField, factSourceNames, type FactName } from './facts.ts'
import { shownValue, typedText, type StoredValue, type ValueField } from './fields.ts'
import { factInputName, sourceInputName, storedList, valueName } from './form.ts'
import { boxesOfGrades, boxesOfHolders, type GradeBox } from './grade-boxes.ts'
import type { StoredRule } from './queries.server.ts'
import { factsNeeded, missingExample, type RuleExample } from './rule.ts'
import { stages } from './rulebook.ts'

/** Rules as the pages of the staff area show them, so that browsers load no check and no schema. */

export const checkChoices = checkNames.map((name) => ({ value: name, label: checkOf(name).label }))

export interface RuleLine {
  id: string
  clause: string
  words: string
  check: string
  stage: string
  examples: string
}

export function ruleLine(rule: StoredRule): RuleLine {
  const { id, clause, words } = rule
  return {
    ...{ id, clause, words, check: checkOf(rule.check).label, stage: stages[rule.stage] },
    examples: describeExamples(rule),
  }
}

function describeExamples(rule: StoredRule): string {
  const missing = missingExample(rule)
  const parts = [
    `${rule.examples.length}`,
    missing === 'met' && 'one that must pass is missing',
    missing === 'not-met' && 'one that must fail is missing',
    rule.isSample && 'sample rule',
  ].filter((part) => part !== false)
  return parts.join(', ')
}

/** An input with what is stored. */
export interface ShownInput {
  name: string
  field: ValueField
  value: string
  /** Of grades. */
  boxes?: GradeBox[]
}

export type RuleView = ReturnType<typeof viewRule>

export function viewRule(rule: StoredRule) {
  const { id, clause, words, stage, from, to, isSample, revision } = rule
  const check = checkOf(rule.check)
  return {
    ...{ id, clause, words, stage, from: from ?? '', to: to ?? '', isSample, revision },
    check: check.label,
    grades: { boxes: boxesOfGrades(rule.grades), ticked: [...rule.grades] },
    inputs: Object.entries(check.values).map(([name, field]): ShownInput => ({
      name: valueName(name),
      field,
      value: typedText(field, rule.values[name]),
      ...(field.kind === 'grades' && { boxes: boxesOfHolders(storedList(rule.values[name])) }),
    })),
    facts: rule.id === '' ? [] : factsNeeded(rule).map(factInput),
    examples: rule.examples.map(viewExample),
  }
}

/** A fact of a case, with the input for it. */
export function factView(name: FactName, value: StoredValue | undefined) {
  const field = factField(name)
  const shown: ValueField = { ...field, label: capital(field.label) }
  return {
    ...{ name, label: shown.label, ask: factSourceNames[field.ask] },
    value: value === undefined ? '' : shownValue(field, value),
    input: { name: factInputName(name), field: shown, value: typedText(field, value) } satisfies ShownInput,
    sourceName: sourceInputName(name),
  }
}

function factInput(name: ReturnType<typeof factsNeeded>[number]): ShownInput {
  const field = factField(name)
  const shown: ValueField = { ...field, label: capital(field.label), optional: true }
  return { name: factInputName(name), field: shown, value: '' }
}

/** An example as its form sends it, if the form still asks for all its facts. */
export function typedExample(rule: StoredRule, name: string): Record<string, string> | undefined {
  const example = rule.examples.find((one) => one.name === name)
  const needed = factsNeeded(rule)
  if (!example || Object.keys(example.facts).some((fact) => !needed.includes(fact as FactName)))
    return undefined
  const facts = needed.map((fact) => [factInputName(fact), typedText(factField(fact), example.facts[fact])])
  return { name, expect: example.expect, ...Object.fromEntries(facts) }
}

function viewExample({ name, facts, expect }: RuleExample) {
  const parts = Object.entries(facts).map(([fact, value]) => {
    const field = factField(fact as keyof typeof facts)
    return `${field.label}: ${shownValue(field, value)}`
  })
  return { name, facts: parts.join('; '), expect: expect === 'met' ? 'Met' : 'Not met' }
}
