import { z } from 'zod'
import { categories, grades } from '#features/people/register.ts'
import {
  defaultFields,
  fieldsFor,
  importFields,
  meaningFields,
  type DefaultField,
  type ImportField,
  type Mapping,
  type MeaningField,
} from './fields.ts'
import { decisions, openDecisions, type RowDecision } from './workflow.ts'

/** Which column holds what: a field `column-<field>` for each, and `default-<field>` for empty cells. */
export function mappingForm(columnCount: number, mayUseContacts: boolean) {
  const column = z
    .string()
    .refine(
      (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) < columnCount),
      'Choose a column of the file.',
    )
  const text = z.string().trim().max(60, 'Shorten this to 60 characters.')
  const shape = {
    ...Object.fromEntries(fieldsFor(mayUseContacts).map((field) => [`column-${field}`, column])),
    ...Object.fromEntries(defaultFields.map((field) => [`default-${field}`, text])),
  }
  return z
    .strictObject(shape)
    .transform((typed) => toMapping(typed as Record<string, string>))
    .superRefine(({ columns }, context) => {
      const say = (field: ImportField, message: string) =>
        context.addIssue({ code: 'custom', path: [`column-${field}`], message })
      if (columns.memberNo === undefined) say('memberNo', 'Choose the column with the member numbers.')
      if (columns.name === undefined && columns.familyName === undefined)
        say('name', 'Choose the column with the full names, or the one with the family names.')
      for (const [field, column] of Object.entries(columns))
        if (Object.values(columns).indexOf(column) !== Object.keys(columns).indexOf(field))
          say(field as ImportField, 'This column is already used for another field.')
    })
}

function toMapping(typed: Record<string, string>): Mapping {
  const columns: Mapping['columns'] = {}
  for (const field of Object.keys(importFields) as ImportField[]) {
    const column = typed[`column-${field}`] ?? ''
    if (column !== '') columns[field] = Number(column)
  }
  const defaults = defaultFields.map((field): [DefaultField, string] => [
    field,
    typed[`default-${field}`] ?? '',
  ])
  return { columns, defaults: Object.fromEntries(defaults) as Mapping['defaults'] }
}

const unreadable = 'We could not read this form. Reload the page and try again.'

/** For each value that we did not know, numbered: its field, the value as written, and ours that it means. */
export const meaningsForm = z.unknown().transform((typed, context): NonNullable<Mapping['meanings']> => {
  const sent = typed as Record<string, string>
  const meanings: Record<MeaningField, Record<string, string>> = { category: {}, grade: {} }
  for (const name of Object.keys(sent)) {
    const number = /^(?:field|from|to)-(\d{1,2})$/.exec(name)?.[1]
    const field = meaningFields.find((one) => one === sent[`field-${number}`])
    const [from, to] = [sent[`from-${number}`], sent[`to-${number}`]]
    if (!field || from === undefined || to === undefined || !isMeaning(field, to)) {
      context.addIssue({ code: 'custom', path: [name], message: unreadable })
      return z.NEVER
    }
    if (to !== '') meanings[field][from.slice(0, 200)] = to === 'none' ? '' : to
  }
  return meanings
})

function isMeaning(field: MeaningField, to: string): boolean {
  if (to === '') return true
  return field === 'category' ? Object.hasOwn(categories, to) : to === 'none' || Object.hasOwn(grades, to)
}

const decision = z.enum(Object.keys(decisions) as RowDecision[], 'Choose what to do with this row.')

/** A field `row-<number>` for each row that is decided on. */
export const rowDecisionsForm = z.unknown().transform((typed, context) => {
  const decided = new Map<number, RowDecision>()
  for (const [name, value] of Object.entries(typed as Record<string, string>)) {
    const number = /^row-([1-9]\d{0,5})$/.exec(name)?.[1]
    const read = decision.safeParse(value)
    if (number !== undefined && read.success) decided.set(Number(number), read.data)
    else
      context.addIssue({
        code: 'custom',
        path: [name],
        message: unreadable,
      })
  }
  return decided
})

/** For all rows with one kind of match. */
export const allDecisionForm = z
  .strictObject({
    kind: z.enum(['number', 'name'], 'Choose the rows.'),
    decision,
  })
  .refine(({ kind, decision }) => openDecisions(kind).includes(decision), {
    path: ['decision'],
    message: 'You cannot add a row with an existing number. Update the person or skip the row.',
  })

const page = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The page in the address must be a number from 1 to 9999.')
  .transform(Number)
  .default(1)

/** The query of an import's address: a page of the rows to decide on, and the way back to the columns. */
export const importForm = z.strictObject({
  page,
  step: z.literal('columns', 'The step in the address can only be “columns”.').optional(),
})
