import { z } from 'zod'
import { pageField } from '#server/input/list-query.ts'
import { mailStateNames } from '#server/mail/mail-states.ts'

const number = z
  .string()
  .regex(/^\d{1,3}$/, 'This address is not complete. Open the page from the menu.')
  .transform(Number)
  .optional()

/** The page, and how many letters were sent again and how many were not, for one message. */
export const mailListForm = z.strictObject({
  page: pageField,
  state: z
    .enum(mailStateNames, `The status in the address must be one of: ${mailStateNames.join(', ')}.`)
    .optional(),
  resent: number,
  left: number,
})

export const bounceForm = z.strictObject({
  note: z
    .string()
    .trim()
    .min(1, 'Note: enter how you know that the email bounced.')
    .max(500, 'Note: shorten it to 500 characters.'),
})

/** What was just done, for one message. */
export const letterPageForm = z.strictObject({
  did: z
    .enum(['noted', 'taken-back'], 'This address is not complete. Open the page from the menu.')
    .optional(),
})
