import { z } from 'zod'
import { pageField } from '#server/input/list-query.ts'
import { mailStateNames } from '#server/mail/mail-states.ts'

export const mailListForm = z.strictObject({
  page: pageField,
  state: z
    .enum(mailStateNames, `The status in the address must be one of: ${mailStateNames.join(', ')}.`)
    .optional(),
})

export const bounceForm = z.strictObject({
  note: z
    .string()
    .trim()
    .min(1, 'Note: enter how you know that the email bounced.')
    .max(500, 'Note: shorten it to 500 characters.'),
})
