/** The browser's half of the passkey ceremonies. No library: browsers read and write the JSON themselves. */

export type Ceremony<Done extends object = object> =
  | ({ ok: true; path: string } & Done)
  | { ok: false; sentence: string }

/** What a person reads when their device makes or uses no passkey. */
export interface CeremonyWords {
  notUsed: string
  alreadyThere: string
  failed: string
}

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Uses a passkey of this site that the browser or a key holds. */
export function usePasskey<Done extends object>(
  address: string,
  extra: Record<string, string>,
  words: CeremonyWords,
): Promise<Ceremony<Done>> {
  return ceremony(address, extra, words, async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    )
    return navigator.credentials.get({ publicKey })
  })
}

/** Has the device make a passkey. */
export function makePasskey<Done extends object>(
  address: string,
  extra: Record<string, string>,
  words: CeremonyWords,
): Promise<Ceremony<Done>> {
  return ceremony(address, extra, words, async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    return navigator.credentials.create({ publicKey })
  })
}

async function ceremony<Done extends object>(
  address: string,
  extra: Record<string, string>,
  words: CeremonyWords,
  ask: (options: unknown) => Promise<Credential | null>,
): Promise<Ceremony<Done>> {
  try {
    const started = await post<{ options: unknown }>(`${address}?do=options`, {})
    if (!started.ok) return started
    const credential = await ask(started.options)
    if (!credential) return { ok: false, sentence: 'You did not choose a passkey.' }
    const response = JSON.stringify((credential as PublicKeyCredential).toJSON())
    return await post<Done>(address, { ...extra, response })
  } catch (error) {
    return { ok: false, sentence: sentenceFor(error, words) }
  }
}

async function post<Done extends object>(address: string, fields: Record<string, string>) {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  return (await answer.json()) as Ceremony<Done>
}

function sentenceFor(error: unknown, { notUsed, alreadyThere, failed }: CeremonyWords) {
  if (!(error instanceof DOMException)) return failed
  if (error.name === 'NotAllowedError') return notUsed
  return error.name === 'InvalidStateError' ? alreadyThere : failed
}
