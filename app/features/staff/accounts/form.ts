import { z } from 'zod'
import { listFields } from '#server/input/list-query.ts'
import { isMailAddress } from '#server/mail/mail-address.ts'
import { roles, states } from './workflow.ts'

/** What people may type on the pages about staff accounts. Every form is flat and declares all its fields. */

export const maxNameLength = 120
export const maxPasswordLength = 1024
const maxReasonLength = 500

const email = address('Enter your email address.')

function address(missing: string) {
  return z
    .string(missing)
    .transform(foldEmail)
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(254, 'Shorten the email address to 254 characters.')
        .refine(isMailAddress, 'Enter one email address, such as name@example.org.'),
    )
}

/** Two spellings of one address are one account. */
export function foldEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

const name = line('Enter your name.', maxNameLength, 'The name')
const phone = z
  .string('Enter your phone number.')
  .transform((text) =>
    text
      .trim()
      .replaceAll(/[\s().\-/]+/g, ' ')
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, 'Enter your phone number.')
      .max(30, 'Shorten the phone number to 30 characters.')
      .regex(
        /^\+?\d[\d ]{4,}$/,
        'Enter the phone number in digits, with the country code, such as +91 532 246 0000.',
      ),
  )
const password = secret('Enter your password.')
const newPassword = secret('Choose a password.')

function secret(missing: string) {
  return z
    .string(missing)
    .min(1, missing)
    .refine((text) => [...text].length <= maxPasswordLength, 'Shorten the password to 1,024 characters.')
}

const role = z.enum(roles, 'Choose Administrator or Editor.')
const reason = line('Enter a reason. We record it in the audit trail.', maxReasonLength, 'The reason')
const token = z.string('The link is not complete.').regex(/^[\w-]{43}$/, 'The link is not complete.')
const code = z
  .string('Enter the code from your app.')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows.'))
const recoveryCode = z
  .string('Enter one of your recovery codes.')
  .transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^[A-Z2-7]{16}$/, 'A recovery code has 16 letters and digits, such as ABCD-EFGH-IJKL-2345.'),
  )

export const signInForm = z.strictObject({ email, password, next: z.string().max(2048).optional() })
const provider = z
  .string('Choose a sign-in provider.')
  .regex(/^[a-z][a-z0-9]{0,29}$/, 'Choose a sign-in provider.')

export const providerForm = z.strictObject({ provider })
export const providerSignInForm = z.strictObject({ provider, next: z.string().max(2048).optional() })
export const signUpForm = z.strictObject({ name, email, phone, password: newPassword, role })
export const emailForm = z.strictObject({ email })
export const linkForm = z.strictObject({ token })
export const newPasswordForm = z.strictObject({ token, password: newPassword })
export const firebasePasswordForm = z.strictObject({
  current: secret('Enter your password on this site.'),
  password: secret('Enter your password at Firebase.'),
})
export const changePasswordForm = z.strictObject({ current: password, password: newPassword })
export const acceptInviteForm = z.strictObject({ token, name, phone, password: newPassword })
/** The page has a password field too, which someone who uses a provider leaves empty. */
export const acceptInviteByProviderForm = z.strictObject({
  token,
  name,
  phone,
  provider,
  password: z.string().optional(),
})
export const firstAdminForm = z.strictObject({ token, name, email, phone, password: newPassword })
export const ownAddressForm = z.strictObject({
  newEmail: address('Enter the new email address.'),
  current: password,
})
export const profileForm = z.strictObject({ name, phone })
export const codeForm = z.strictObject({ code })
export const recoveryCodeForm = z.strictObject({ recoveryCode })
export const confirmPasswordForm = z.strictObject({ password })
export const inviteForm = z.strictObject({
  email: address('Enter the email address of the person.'),
  role,
  reason,
})
export const roleForm = z.strictObject({ role, reason })
export const reasonForm = z.strictObject({ reason })
/** Which of the linked sign-ins of an account. */
export const unlinkForm = z.strictObject({
  id: z.string('Choose a sign-in.').min(1, 'Choose a sign-in.').max(60),
  reason,
})
export const sessionForm = z.strictObject({ id: z.string().max(60) })
/** A form with only a button. */
export const buttonForm = z.strictObject({})
export const passkeyResponseForm = z.strictObject({
  response: z.string().max(20_000).transform(parseAnswer),
  next: z.string().max(2048).optional(),
})
export const passkeyNameForm = z.strictObject({
  name: line('Enter a name for the passkey, such as My laptop.', 60, 'The name of the passkey'),
})

export const staffListForm = z.strictObject({
  search: z.string().max(80, 'Shorten the search to 80 characters.').default(''),
  state: z.enum(states, 'The status in the address must be “pending”, “active” or “disabled”.').optional(),
  role: z.enum(roles, 'The role in the address must be “admin” or “editor”.').optional(),
  ...listFields(['name', 'email', 'state', 'role', 'seen']),
})

export type SignInAnswers = z.infer<typeof signInForm>
export type SignUpAnswers = z.infer<typeof signUpForm>
export type AcceptInviteAnswers = z.infer<typeof acceptInviteForm>
export type FirstAdminAnswers = z.infer<typeof firstAdminForm>
export type InviteAnswers = z.infer<typeof inviteForm>
export type RoleAnswers = z.infer<typeof roleForm>
export type ProfileAnswers = z.infer<typeof profileForm>
export type StaffListQuery = z.infer<typeof staffListForm>

/** The browser's passkey response, as JSON. The identity library checks its content. */
function parseAnswer(text: string, context: z.RefinementCtx): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'We could not read the answer from your browser. Try again.',
    })
    return z.NEVER
  }
}

/** One line of text; control characters are refused as a mistake. */
function line(missing: string, max: number, what: string) {
  return z
    .string(missing)
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, `${what} can have at most ${max} characters.`)
        .refine(
          (text) => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text),
          `${what} has characters we cannot store. Remove them.`,
        ),
    )
}
