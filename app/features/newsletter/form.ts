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

/** What was just done, for one message. */
export const mailingPageForm = z.strictObject({
  did: z.enum(['sent', 'stopped'], 'We could not read this link. Open it from our email again.').optional(),
})

export const subscriberFilter = z.strictObject({
  q: z.string().max(80, 'Shorten the search to 80 characters.').optional(),
  state: z
    .enum(['confirmed', 'waiting'], 'The status in the address must be “confirmed” or “waiting”.')
    .optional(),
  page: pageField,
})

export const subscriberListForm = subscriberFilter.extend({
  removed: z
    .string()
    .regex(/^\d{1,4}$/, 'The number in the address is not a number.')
    .transform(Number)
    .optional(),
})

export type SubscriberQuery = z.infer<typeof subscriberFilter>
