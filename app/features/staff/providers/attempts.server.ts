import { newId } from '#db/engine/id.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { seal, unseal } from '#features/staff/session/sealed-values.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { findDevice } from '#features/staff/session/devices.server.ts'
import { maxSessionMs, type NewToken } from '#features/staff/session/tokens.ts'
import type { Outcome } from '#outcome.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import {
  requestIdentity,
  type ProviderFault,
  type RequiredSignInAge,
  type OpenIdChecks,
} from './openid.server.ts'

/** Attempts to sign in with a provider, stored until the browser returns from there. */

const lifeMs = 15 * 60_000

/** What happens when the person comes back. */
export type AttemptPurpose =
  | { for: 'sign-in'; next: string }
  | { for: 'link'; userId: string }
  | { for: 'confirm'; userId: string; next: string }
  | { for: 'invitation'; token: string; name: string; phone: string }

export interface ProviderAttempt {
  provider: string
  checks: OpenIdChecks
  purpose: AttemptPurpose
}

/** A session at the provider is enough to sign in, but an old one proves nothing anew. */
const recency: Record<AttemptPurpose['for'], RequiredSignInAge> = {
  'sign-in': { maxAgeSeconds: maxSessionMs / 1000 },
  invitation: { maxAgeSeconds: lifeMs / 1000 },
  // On a shared computer someone else may still be signed in at the provider.
  link: { asksAgain: true },
  confirm: { maxAgeSeconds: 0, asksAgain: true },
}

export function returnAddress(origin: string, { key }: Pick<SignInProvider, 'key'>): string {
  return `${origin}/admin/provider/${key}`
}

/** The address at the provider, and the token that ties the way back to this browser. */
export async function beginAttempt(
  db: Db,
  config: IdentityConfig,
  provider: SignInProvider,
  purpose: AttemptPurpose,
  client: Client,
  now: Date,
): Promise<Outcome<ProviderFault | 'too-many', { href: string; browser: NewToken }>> {
  const mayTry = await inTransaction(db, async (db) => {
    const known = await findDevice(db, undefined, client, now)
    return (await claimTry(db, staffLimits['provider-attempt'], known ?? networkOf(client.address), now)).ok
  })
  if (!mayTry) return { ok: false, reason: 'too-many' }
  const requested = await requestIdentity(
    provider,
    returnAddress(config.origin, provider),
    recency[purpose.for],
  )
  if (!requested.ok) return requested
  const attempt: ProviderAttempt = { provider: provider.key, checks: requested.checks, purpose }
  // Two tabs of one browser may have an attempt each.
  const browser = client.tokens.attempt ?? newToken()
  const identifier = identifierOf(attempt.checks.state, browser)
  const at = now.getTime()
  await db
    .insertInto('staff_challenge')
    .values({
      id: newId(),
      identifier,
      value: seal(Buffer.from(JSON.stringify(attempt)), config.secret, identifier),
      expires_at: at + lifeMs,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { ok: true, href: requested.href, browser: { token: browser, seconds: lifeMs / 1000 } }
}

/** Uses it up. The row decides: an address that comes back twice, or in another browser, finds none. */
export async function takeAttempt(
  db: Db,
  config: IdentityConfig,
  { key }: SignInProvider,
  state: string | null,
  { tokens: { attempt: browser } }: Client,
  now: Date,
): Promise<ProviderAttempt | undefined> {
  if (!browser || !state) return undefined
  const identifier = identifierOf(state, browser)
  const row = await db
    .deleteFrom('staff_challenge')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now.getTime())
    .returning('value')
    .executeTakeFirst()
  if (!row) return undefined
  const attempt = JSON.parse(unseal(row.value, config.secret, identifier).toString()) as ProviderAttempt
  // One that began with the version before has its checks under another name; the person starts again.
  return attempt.provider === key && attempt.checks ? attempt : undefined
}

function identifierOf(state: string, browser: string): string {
  return `provider ${hashToken(`${state} ${browser}`)}`
}
