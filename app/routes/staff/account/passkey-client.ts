/** The browser's half of the passkey ceremonies. No library: browsers read and write the JSON themselves. */

/** Recovery codes come with the first passkey of an account, once. */
export type PasskeyOutcome =
  | { ok: true; path: string; recoveryCodes?: string[] }
  | { ok: false; sentence: string }

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Signs in with a passkey of this site that the browser or a key holds. */
export async function signInByPasskey(next: string): Promise<PasskeyOutcome> {
  return ceremony('/admin/passkey', { next }, async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    )
    return navigator.credentials.get({ publicKey })
  })
}

/** Adds a passkey to the signed-in account. */
export async function addPasskey(name: string): Promise<PasskeyOutcome> {
  return ceremony('/account/passkey', { name }, async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    return navigator.credentials.create({ publicKey })
  })
}

async function ceremony(
  address: string,
  extra: Record<string, string>,
  ask: (options: unknown) => Promise<Credential | null>,
): Promise<PasskeyOutcome> {
  try {
    const started = await post(`${address}?do=options`, {})
    if (!started.ok) return started
    const credential = await ask(started.options)
    if (!credential) return { ok: false, sentence: 'You did not choose a passkey.' }
    const response = JSON.stringify((credential as PublicKeyCredential).toJSON())
    return await post(address, { ...extra, response })
  } catch (error) {
    return { ok: false, sentence: sentenceFor(error) }
  }
}

async function post(address: string, fields: Record<string, string>) {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  return (await answer.json()) as
    | { ok: true; options: unknown; path: string; recoveryCodes?: string[] }
    | { ok: false; sentence: string }
}

function sentenceFor(error: unknown) {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return 'The passkey was not used. Try again, or use your password.'
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return 'This device already has a passkey for your account.'
  return 'The passkey did not work. Check your connection, or use your password.'
}
