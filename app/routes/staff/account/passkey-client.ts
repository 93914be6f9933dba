import { makePasskey, usePasskey, type Ceremony } from '#ui/script/passkey-ceremony.ts'

/** Passkeys of staff accounts, in the browser. */

/** Recovery codes come with the first passkey of an account, once. */
export type PasskeyOutcome = Ceremony<{ recoveryCodes?: string[] }>

const words = {
  notUsed: 'The passkey was not used. Try again, or use your password.',
  alreadyThere: 'This device already has a passkey for your account.',
  failed: 'The passkey did not work. Check your connection, or use your password.',
}

/** Signs in with a passkey of this site that the browser or a key holds. */
export function signInByPasskey(next: string): Promise<PasskeyOutcome> {
  return usePasskey('/admin/passkey', { next }, words)
}

/** Adds a passkey to the signed-in account. */
export function addPasskey(name: string): Promise<PasskeyOutcome> {
  return makePasskey('/account/passkey', { name }, words)
}
