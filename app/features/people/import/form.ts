import { z } from 'zod'
import { defaultFields, importFields, type DefaultField, type ImportField, type Mapping } from './fields.ts'
import { decisions, openDecisions, type Decision } from './workflow.ts'

/** Which column holds what: a field `column-<field>` for each, and `default-<field>` for empty cells. */
export function mappingForm(columnCount: number) {
  const column = z
    .string()
    .refine(
      (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) < columnCount),
      'Choose a column of the file.',
    )
  const text = z.string().trim().max(60, 'Shorten this to 60 characters.')
  const shape = {
    ...Object.fromEntries(Object.keys(importFields).map((field) => [`column-${field}`, column])),
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

const decision = z.enum(Object.keys(decisions) as Decision[], 'Choose what to do with this row.')

/** A field `row-<number>` for each row that is decided on. */
export const rowDecisionsForm = z.unknown().transform((typed, context) => {
  const decided = new Map<number, Decision>()
  for (const [name, value] of Object.entries(typed as Record<string, string>)) {
    const number = /^row-([1-9]\d{0,5})$/.exec(name)?.[1]
    const read = decision.safeParse(value)
    if (number !== undefined && read.success) decided.set(Number(number), read.data)
    else
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'This form could not be read. Reload the page and try again.',
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
