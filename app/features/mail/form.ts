import { z } from 'zod'
import { pageField } from '#server/list-query.ts'

const number = z
  .string()
  .regex(/^\d{1,3}$/, 'The address is not one that this page gives.')
  .transform(Number)
  .optional()

/** Besides the page, how many letters were sent again and how many were left, to be said once. */
export const mailListForm = z.strictObject({ page: pageField, resent: number, left: number })
