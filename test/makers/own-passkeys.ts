import type { Db } from '#db/schema/tables.ts'
import {
  addingOptions,
  addPasskey,
  signInOptions,
  signInWithPasskey,
} from '#features/own-pages/passkeys.server.ts'
import { findOwnSession } from '#features/own-pages/sessions.server.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import { home } from './own-pages.ts'

/** Passkeys of own pages, with the key in software. */

export const passkeySite = { origin: 'https://iaps.example' }

const challengeIn = (options: object) => (options as { challenge: string }).challenge

/** The person of an own session, as operations know them. */
export async function signedInBy(db: Db, token: string | undefined, now: Date) {
  const session = await findOwnSession(db, token, now)
  if (!session) throw new Error('Nobody is signed in.')
  return { session, actor: { kind: 'person', id: session.personId, address: home } as const }
}

/** Adds a new key to the page that the token has opened. */
export async function addKey(db: Db, token: string | undefined, now: Date, name = 'My phone') {
  const { session, actor } = await signedInBy(db, token, now)
  const key = new SoftKey(passkeySite.origin)
  const requested = await addingOptions(db, passkeySite, session, now)
  if (!requested.ok) return { key, added: requested }
  const answer = { token: requested.token, response: key.register(challengeIn(requested.options)), name }
  return { key, added: await addPasskey(db, passkeySite, actor, session, answer, now) }
}

/** A challenge for signing in, and the token that belongs to it. */
export async function askToSign(db: Db, now: Date, address = home) {
  const requested = await signInOptions(db, passkeySite, address, now)
  if (!requested.ok) throw new Error(requested.reason)
  return { token: requested.token, challenge: challengeIn(requested.options) }
}

export async function useKey(
  db: Db,
  answer: (challenge: string) => unknown,
  now: Date,
  address = home,
): Promise<Awaited<ReturnType<typeof signInWithPasskey>>> {
  const { token, challenge } = await askToSign(db, now, address)
  const answered = { token, response: answer(challenge) }
  return signInWithPasskey(db, passkeySite, answered, { address, former: undefined }, now)
}

export async function tokenBy(db: Db, key: SoftKey, now: Date, change: Parameters<SoftKey['sign']>[1] = {}) {
  const signed = await useKey(db, (challenge) => key.sign(challenge, change), now)
  return signed.ok ? signed.token : undefined
}
