import { z } from 'zod'

export const pageField = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The page in the address must be a number from 1 to 9999.')
  .transform(Number)
  .default(1)

/** The query of a list that has only pages. */
export const pageQuery = z.strictObject({ page: pageField })

/** The query of any list: its page, and the column that decides the order. Spread into a schema. */
export function listFields<const Key extends string>(sorts: readonly [Key, ...Key[]]) {
  return {
    page: pageField,
    sort: z.enum(sorts, `The order in the address must be one of: ${sorts.join(', ')}.`).optional(),
    dir: z.enum(['asc', 'desc'], 'The direction in the address must be “asc” or “desc”.').default('asc'),
  }
}

const yearSentence = 'The year in the address must be a number from 1900 to 2200.'

/** The year to which a list is limited, if any. */
export const yearField = z
  .string()
  .regex(/^\d{4}$/, yearSentence)
  .transform(Number)
  .refine((year) => year >= 1900 && year <= 2200, yearSentence)
  .optional()
