import { z } from 'zod'
import { caseSeries } from './case-type.ts'

/** What the page behind a mailed link sends: the link, the text that was shown, and the answers as typed. */
export const linkAnswerForm = z
  .object({
    token: z.string().max(100),
    shown: z.string().max(100),
  })
  .catchall(z.string().max(20_000))

const referencePattern = new RegExp(`^(${caseSeries.join('|')})-\\d{4}-\\d{4,6}$`)

export const statusForm = z.strictObject({
  reference: z
    .string()
    .trim()
    .toUpperCase()
    .regex(referencePattern, 'Reference: enter the reference from our email, such as FN-2027-0001.'),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.email('Email: enter the address you gave in the form.')),
})

/** The right address of someone in a nomination whom our email has not reached. */
export const addressForm = z.strictObject({
  whose: z.enum(['nominee', 'seconder']),
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.email('Enter the person’s email address, such as name@example.org.')),
})

/** The office also corrects the proposer's own, which no link from there can do. */
export const officeAddressForm = addressForm.extend({ whose: z.enum(['nominee', 'seconder', 'proposer']) })
