import { createHmac } from 'node:crypto'
import { parseSetCookie } from 'cookie'
import type { Db } from '#db/schema/tables.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { libraryCookies } from '#features/staff/session/library-cookies.ts'
import { maxSessionMs, type NewToken } from '#features/staff/session/tokens.ts'
import type { NewPasskey, UsedPasskey } from '#server/input/passkey-answers.ts'

/**
 * The passkey ceremonies of the identity library. It expects the headers of a request and answers with cookies; only
 * this file makes and reads them, and no browser ever sees them.
 */

/** Options for the browser's own dialog, as JSON, and the token that ties the answer to them. */
export interface Challenge {
  options: object
  challenge: NewToken
}

/** Options to add a passkey to the account of the session, or to use one; undefined if the session is not fresh. */
export async function makeChallenge(
  db: Db,
  config: IdentityConfig,
  use: 'add' | 'use',
  client: Client,
  now: Date,
): Promise<Challenge | undefined> {
  const { api } = await library(db, config, client, now)
  const headers = headersFor(config, client)
  const pending =
    use === 'add'
      ? api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true })
      : api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
  const made = await unlessRefused<{ headers: Headers; response: object }>(pending)
  return made && { options: made.response, challenge: readChallenge(made.headers) }
}

/** Whether the library accepted and stored it. */
export async function storePasskey(
  db: Db,
  config: IdentityConfig,
  body: { name: string; response: NewPasskey },
  client: Client,
  now: Date,
): Promise<boolean> {
  const { api } = await library(db, config, client, now)
  const headers = headersFor(config, client)
  return (await unlessRefused(api.verifyPasskeyRegistration({ headers, body }))) !== undefined
}

/** Starts a session for the owner of the passkey, with both factors proved. */
export async function openByPasskey(
  db: Db,
  config: IdentityConfig,
  response: UsedPasskey,
  client: Client,
  now: Date,
): Promise<{ id: string; session: NewToken } | undefined> {
  const { api } = await library(db, config, client, now)
  const headers = headersFor(config, client)
  const started = await unlessRefused(api.verifyPasskeyAuthentication({ headers, body: { response } }))
  if (!started) return undefined
  const { id, token } = started.session
  return { id, session: { token, seconds: maxSessionMs / 1000 } }
}

/** Loaded only for a ceremony, because it is large. */
async function library(db: Db, config: IdentityConfig, client: Client, now: Date) {
  const { identity } = await import('#features/staff/session/identity.server.ts')
  return identity(db, config, {
    now,
    secondFactorAt: now,
    provedAt: now,
    expiresAt: new Date(now.getTime() + maxSessionMs),
    address: client.address,
    userAgent: client.userAgent.slice(0, 300),
  })
}

/** Only the two tokens: the library would trust other headers too. It signed the challenge; the session it did not. */
function headersFor({ secret }: IdentityConfig, { tokens: { session, challenge } }: Client): Headers {
  const sent = [
    ...(session ? [`${libraryCookies.session}=${encodeURIComponent(signed(session, secret))}`] : []),
    ...(challenge ? [`${libraryCookies.challenge}=${encodeURIComponent(challenge)}`] : []),
  ]
  return new Headers({ cookie: sent.join('; ') })
}

/** As the library signs its cookies. */
function signed(token: string, secret: string): string {
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
}

function readChallenge(headers: Headers): NewToken {
  const cookie = headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .find(({ name }) => name === libraryCookies.challenge)
  if (!cookie?.value || !cookie.maxAge) throw new Error('The identity library gave no challenge.')
  return { token: cookie.value, seconds: cookie.maxAge }
}

async function unlessRefused<T>(pending: Promise<T>): Promise<T | undefined> {
  try {
    return await pending
  } catch (error) {
    const { APIError } = await import('#features/staff/session/identity.server.ts')
    if (error instanceof APIError) return undefined
    throw error
  }
}
