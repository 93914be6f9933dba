import { z } from 'zod'
import { tidy } from '#features/people/person-form.ts'

/** What browsers send about passkeys. */

const response = z
  .string()
  .max(60_000)
  .transform((text) => parsed(text))
const name = z
  .string()
  .transform((text) => tidy(text))
  .pipe(z.string().min(1, 'Enter a name for the passkey.').max(60, 'Shorten the name to 60 characters.'))

export const passkeyAnswerForm = z.strictObject({ response })
export const newPasskeyForm = z.strictObject({ response, name })
export const passkeyChangeForm = z.strictObject({ passkey: z.string().min(1).max(60), name })

/** What is not JSON is not an answer of a device, either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
