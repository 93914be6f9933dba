import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { shownHashField, undoHash } from '#server/input/shown-hash.ts'
import { checkNames, checkOf, type CheckName } from './checks/checks.ts'
import { factField, type FactName } from './facts.ts'
import { boxesOfGrades, boxesOfHolders, boxName, tickedIn, type GradeBox } from './grade-boxes.ts'
import { readTyped, schemaOfFields, type StoredValue, type StoredValues, type ValueFields } from './fields.ts'
import { type AcademyRule, type RuleExample } from './rule.ts'
import { stages, type RuleStage } from './rulebook.ts'
import { rulebookSubjects, type RulebookSubject } from './rulebook.ts'

const unreadable = 'We could not read this form. Reload the page and try again.'

const trimmed = (label: string, max: number) =>
  z
    .string()
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().max(max, `Shorten the ${label} to ${max} characters.`))

const needed = (label: string, max: number) =>
  trimmed(label, max).pipe(z.string().min(1, `Enter the ${label}.`))

const version = z
  .string()
  .regex(/^\d{1,9}$/, unreadable)
  .transform(Number)

export const newRulebookForm = z.strictObject({
  name: needed('name', 120),
  subject: z
    .enum(['', ...Object.keys(rulebookSubjects)], 'Choose what the rulebook applies to.')
    .transform((subject) => (subject === '' ? null : (subject as RulebookSubject))),
})

export const publishRulebookForm = z.strictObject({
  number: version,
  note: trimmed('text about what has changed', 600).transform((text) => text || null),
})

export const ruleButton = z.strictObject({ rule: z.uuid(unreadable), ...undoHash })

export const exampleButton = z.strictObject({
  name: z.string().min(1, unreadable).max(200, unreadable),
  ...undoHash,
})

const newRuleQuery = z.strictObject({
  check: z.enum(checkNames as [CheckName, ...CheckName[]], 'Choose a check from the list.').optional(),
})

/** Which check a new rule uses. */
export function readNewRuleQuery(params: URLSearchParams): QueryRead<z.infer<typeof newRuleQuery>> {
  return readQuery(params, newRuleQuery)
}

const dayOrNone = (label: string) =>
  z.union(
    [
      z
        .string()
        .trim()
        .pipe(z.literal(''))
        .transform(() => null),
      z.string().trim().pipe(z.iso.date()),
    ],
    `Enter the ${label} as year, month and day, such as 2027-01-31, or leave it empty.`,
  )

const ruleFields = {
  clause: needed('clause', 60),
  words: needed('text of the clause', 2000),
  stage: z.enum(Object.keys(stages) as [RuleStage, ...RuleStage[]], 'Choose when the rule applies.'),
  from: dayOrNone('first day'),
  to: dayOrNone('last day'),
  revision: version,
}

export const valueName = (name: string) => `value-${name}`
/** A dot would have a meaning of its own in the address of a field. */
export const factInputName = (name: FactName) => `fact-${name.replace('.', '-')}`

type TypedRule = Omit<AcademyRule, 'examples'>

/** What is typed into the form of a rule that uses this check. What it has stored may be ticked again. */
export function ruleForm(
  check: CheckName,
  stored: Pick<AcademyRule, 'grades' | 'values'> = { grades: [], values: {} },
): z.ZodType<{ revision: number; rule: TypedRule }> {
  const fields = checkOf(check).values
  const ofRule = boxesOfGrades(stored.grades)
  const boxesOf = (name: string) =>
    fields[name]?.kind === 'grades' ? boxesOfHolders(storedList(stored.values[name])) : undefined
  const inputs: Record<string, z.ZodType> = Object.fromEntries([
    ...Object.entries(ticks('grades', ofRule)),
    ...Object.keys(fields).flatMap((name) => Object.entries<z.ZodType>(inputsOf(name, boxesOf(name)))),
  ])
  return z.strictObject({ ...inputs, ...ruleFields }).transform((typed, context) => {
    const { clause, words, stage, from, to, revision } = typed
    const sent = typed as Record<string, unknown>
    const grades = tickedIn('grades', ofRule, sent)
    const values = readFields(
      fields,
      (name) => {
        const boxes = boxesOf(name)
        return boxes ? tickedIn(valueName(name), boxes, sent).join('\n') : sent[valueName(name)]
      },
      (name, message) => context.addIssue({ code: 'custom', path: [valueName(name)], message }),
    )
    if (from !== null && to !== null && to < from)
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'The last day is before the first day. Correct one of them.',
      })
    return { revision, rule: { clause, words, check, values, stage, grades, from, to } }
  })
}

/** The list that a value is, if it is one. */
export function storedList(value: StoredValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : []
}

function inputsOf(name: string, boxes: GradeBox[] | undefined) {
  return boxes ? ticks(valueName(name), boxes) : texts([valueName(name)])
}

function ticks(name: string, boxes: readonly GradeBox[]) {
  return Object.fromEntries(
    boxes.map(({ value }) => [boxName(name, value), z.literal('yes', unreadable).optional()]),
  )
}

/** What is typed for an example with these facts. A fact that is left empty is not known. */
export function exampleForm(facts: FactName[]): z.ZodType<RuleExample> {
  const fields = Object.fromEntries(
    facts.map((name): [string, ReturnType<typeof factField> & { optional: true }] => [
      name,
      { ...factField(name), optional: true },
    ]),
  )
  return z
    .strictObject({
      name: needed('name of the example', 120),
      expect: z.enum(['met', 'not-met'], 'Choose whether the example must pass or fail.'),
      ...texts(facts.map(factInputName)),
    })
    .transform((typed, context) => {
      const given = readFields(
        fields,
        (name) => (typed as Record<string, unknown>)[factInputName(name as FactName)],
        (name, message) =>
          context.addIssue({ code: 'custom', path: [factInputName(name as FactName)], message }),
      )
      return { name: typed.name, expect: typed.expect, facts: given }
    })
}

export const sourceInputName = (name: FactName) => `source-${name.replace('.', '-')}`

/** What the office types for a fact that the site does not know. */
export function factForm(name: FactName): z.ZodType<{ value: StoredValue; source: string }> {
  const [input, source] = [factInputName(name), sourceInputName(name)]
  return z
    .strictObject({ ...texts([input]), [source]: needed('source', 300) })
    .transform((typed, context) => {
      const sent = typed as Record<string, string>
      const values = readFields(
        { [name]: factField(name) },
        () => sent[input],
        (_, message) => context.addIssue({ code: 'custom', path: [input], message }),
      )
      return { value: values[name] ?? '', source: sent[source] ?? '' }
    })
}

export const restoreFactForm = z.strictObject({ shownHash: shownHashField })

function texts(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, z.string().max(5000, unreadable)]))
}

function readFields(
  fields: ValueFields,
  textOf: (name: string) => unknown,
  fault: (name: string, message: string) => void,
): StoredValues {
  const typed = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const text = textOf(name)
    return [name, readTyped(field, typeof text === 'string' ? text : '')]
  })
  const values = Object.fromEntries(typed.filter(([, value]) => value !== undefined))
  const checked = schemaOfFields(fields).safeParse(values)
  if (checked.success) return checked.data as StoredValues
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0])
    const isMissing = values[name] === undefined
    fault(name, isMissing ? `Enter “${fields[name]?.label ?? name}”.` : message)
  }
  return {}
}
