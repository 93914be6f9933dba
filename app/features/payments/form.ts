import { z } from 'zod'
import { pageField } from '#server/input/list-query.ts'
import { paymentFieldNames, type Columns, type PaymentField } from './columns.ts'
import { shownLines, type ShownLines } from './lines.ts'

/** What staff may type and request on the pages of payments. */

export const paymentImportForm = z.strictObject({
  page: pageField,
  show: z
    .enum(
      Object.keys(shownLines) as ShownLines[],
      'The group in the address does not exist. Choose one on the page.',
    )
    .optional(),
  step: z.literal('columns', 'The step in the address can only be “columns”.').optional(),
})

/** Which column holds what: a field `column-<field>` for each. */
export function columnsForm(columnCount: number) {
  const column = z
    .string()
    .refine(
      (text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) < columnCount),
      'Choose a column of the file.',
    )
  return z
    .strictObject(Object.fromEntries(paymentFieldNames.map((field) => [`column-${field}`, column])))
    .transform((typed) => toColumns(typed))
    .superRefine((columns, context) => {
      const say = (field: PaymentField, message: string) =>
        context.addIssue({ code: 'custom', path: [`column-${field}`], message })
      if (columns.day === undefined) say('day', 'Choose the column with the dates.')
      if (columns.amount === undefined) say('amount', 'Choose the column with the incoming amounts.')
      if (columns.number === undefined && columns.payer === undefined)
        say(
          'number',
          'Choose the column with the transaction numbers, or the one with the bank’s description.',
        )
      for (const [field, column] of Object.entries(columns))
        if (Object.values(columns).indexOf(column) !== Object.keys(columns).indexOf(field))
          say(field as PaymentField, 'This column is already used for another field.')
    })
}

function toColumns(typed: Record<string, string>): Columns {
  const chosen = paymentFieldNames.flatMap((field) => {
    const column = typed[`column-${field}`] ?? ''
    return column === '' ? [] : [[field, Number(column)] as const]
  })
  return Object.fromEntries(chosen)
}

/** A line that the office matches by hand. */
export const matchForm = z.strictObject({
  line: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,4}$/, 'Enter a line number of this statement.')
    .transform(Number),
  reference: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^MA-\d{4}-\d{4,6}$/, 'Enter an application reference, such as MA-2027-0001.'),
})
