import { z } from 'zod'
import { pageField } from '#server/input/list-query.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'

/** A newsletter subscription. It needs no spam trap: nothing happens unless the owner answers an email. */
export const signUpForm = z.strictObject({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isMailAddress, 'Email: enter one address, such as name@example.org.'),
})

/** What the page behind a mailed link sends. */
export const newsletterLinkForm = z.strictObject({ token: z.string().max(100) })

/** The same, or what a mail program sends for one click (RFC 8058); its token is in the address. */
export const leaveForm = z.union([
  newsletterLinkForm,
  z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
])

/** Which version of the issue was reviewed before sending. */
export const mailingForm = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

export const subscriberFilter = z.strictObject({
  q: z.string().max(80, 'Shorten the search to 80 characters.').optional(),
  state: z
    .enum(['confirmed', 'waiting'], 'The status in the address must be “confirmed” or “waiting”.')
    .optional(),
  page: pageField,
})

export type SubscriberQuery = z.infer<typeof subscriberFilter>
