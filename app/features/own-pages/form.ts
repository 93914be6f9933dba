import { z } from 'zod'
import { contactForm } from '#features/people/contacts/form.ts'
import { isName } from '#features/letters/names.ts'
import { orcidProblem, readOrcid } from '#features/people/orcid.ts'
import { personFields } from '#features/people/person-fields.ts'
import { tidy } from '#features/people/person-form.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isMailAddress, 'Enter one email address, such as name@example.org.')
const id = z.string().min(1, 'Choose a name.').max(60)

/** What people type to sign in to their own page. */
export const signInForm = z.strictObject({ email })
export const codeForm = z.strictObject({
  code: z.string().trim().min(1, 'Enter the code from our email.').max(40),
})
export const choiceForm = z.strictObject({ person: id })
export const requestForm = z.strictObject({ request: id })

const { phone, postalAddress, contactVersion } = contactForm.shape

/** What people change at once. */
export const ownContactForm = z.strictObject({ phone, postalAddress, contactVersion })
export const choicesForm = z.strictObject({
  listed: z.enum(['yes', 'no'], 'Choose whether to be in the public directory.'),
  newsletter: z.enum(['yes', 'no'], 'Choose whether to get the newsletter.'),
})
export const orcidForm = z.strictObject({
  orcid: z
    .string()
    .trim()
    .max(200, orcidProblem)
    .transform((text) => (text === '' ? null : readOrcid(text)))
    .refine((orcid) => orcid !== undefined, orcidProblem)
    .transform((orcid) => orcid ?? null),
})

const line = (field: keyof typeof personFields) => {
  const { label, max } = personFields[field]
  return z
    .string()
    .transform((text) => tidy(text))
    .pipe(z.string().max(max, `Shorten the ${label.toLowerCase()} to ${max} characters.`))
}
const needed = (field: keyof typeof personFields) =>
  line(field).refine((text) => text !== '', `Enter the ${personFields[field].label.toLowerCase()}.`)

/** What they ask the office to change. */
export const nameForm = z.strictObject({
  title: line('title'),
  givenName: line('givenName'),
  familyName: needed('familyName'),
})
export const institutionForm = z.strictObject({
  institution: needed('institution'),
  city: line('city'),
  state: line('state'),
})
export const erasureForm = z.strictObject({
  reason: z
    .string()
    .transform((text) => tidy(text))
    .pipe(z.string().max(500, 'Shorten the reason to 500 characters.')),
})
export const withdrawalForm = z.strictObject({
  kind: z.enum(['name', 'institution', 'photograph', 'erasure']),
})

export const newEmailForm = z.strictObject({ email })
export const bothCodesForm = z.strictObject({
  oldCode: z.string().trim().min(1, 'Enter the code from the email to your current address.').max(40),
  newCode: z.string().trim().min(1, 'Enter the code from the email to your new address.').max(40),
})

const helperName = z
  .string()
  .transform((text) => tidy(text))
  .pipe(
    z
      .string()
      .min(1, 'Enter the helper’s name.')
      .refine(isName, 'Enter a name: letters only, at most ten words.'),
  )

/** Whom a person names as their helper. */
export const helperForm = z.strictObject({ name: helperName, email })
/** The same by the office, which was asked in writing. */
export const officeHelperForm = z.strictObject({
  name: helperName,
  email,
  reason: z
    .string()
    .transform((text) => tidy(text))
    .pipe(
      z
        .string()
        .min(1, 'Enter how the person asked for it, such as “Letter of 3 May 2027”.')
        .max(300, 'Shorten the reason to 300 characters.'),
    ),
})
export const oneHelperForm = z.strictObject({ helper: id })

/** What the office decides about a request. */
export const decisionForm = z.strictObject({
  request: id,
  /** Of the entry in the register that the officer compared the request with. */
  version: contactVersion,
  decision: z.enum(['approve', 'refuse']),
  note: z.string().trim().max(1000, 'Note: shorten it to 1,000 characters.'),
})
