import { z } from 'zod'

/** What browsers answer with a passkey, checked before the library sees it. */

const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)
const answered = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const newPasskey = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string()).optional(),
  }),
})
const usedPasskey = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
})

export type NewPasskey = NonNullable<ReturnType<typeof readNewPasskey>>
export type UsedPasskey = NonNullable<ReturnType<typeof readUsedPasskey>>

/** Ways to reach the device that we do not know are left out. */
export function readNewPasskey(answer: unknown) {
  const read = newPasskey.safeParse(answer)
  if (!read.success) return undefined
  const { response, ...rest } = read.data
  const known = transports.filter((one) => response.transports?.includes(one))
  return { ...rest, response: { ...response, transports: known } }
}

/** Undefined parts are left out for the library's sake. */
export function readUsedPasskey(answer: unknown) {
  const read = usedPasskey.safeParse(answer)
  if (!read.success) return undefined
  const { userHandle, ...response } = read.data.response
  return { ...read.data, response: { ...response, ...(userHandle ? { userHandle } : {}) } }
}
