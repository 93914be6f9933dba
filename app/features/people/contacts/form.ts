import { z } from 'zod'
import { contactFields } from './contact-fields.ts'

const optionalText = (max: number, label: string) =>
  z
    .string()
    .transform((text) => text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(max, `Shorten the ${label.toLowerCase()} to ${max} characters.`))

const { email, phone, postalAddress } = contactFields

/** How to reach a person. */
export const contactValuesForm = z.strictObject({
  email: optionalText(email.max, email.label)
    .transform((text) => text.toLowerCase())
    .pipe(z.union([z.literal(''), z.email('Enter one email address, such as name@example.org.')])),
  phone: optionalText(phone.max, phone.label).refine(
    (text) => text === '' || (/^\+?[\d ()./-]+$/.test(text) && /\d/.test(text)),
    'Enter the phone number with digits, such as +91 532 246 0000.',
  ),
  postalAddress: optionalText(postalAddress.max, postalAddress.label),
})

/** What staff type about reaching a person, with the version that the form was filled from. */
export const contactForm = z.strictObject({
  ...contactValuesForm.shape,
  contactVersion: z
    .string()
    .regex(/^\d{1,9}$/, 'We could not read this form. Reload the page and try again.')
    .transform(Number),
})
