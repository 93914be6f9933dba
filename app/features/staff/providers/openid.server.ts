import type { Configuration, CustomFetch } from 'openid-client'
import type { Outcome } from '#outcome.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { isLoopback } from '#server/config/encrypted-connections.ts'
import { log } from '#server/observe/log.server.ts'
import { foldEmail } from '#features/staff/accounts/form.ts'

/**
 * The OpenID Connect library, loaded only when someone uses a provider. Its metadata and keys are read anew each time:
 * staff sign in rarely, and a provider may change its keys at any moment.
 */

const secondsToAnswer = 5
/** How far the clocks of the provider and of this machine may differ. */
const clockToleranceSeconds = 60

/** What shows that an answer of the provider belongs to the request. */
export interface OpenIdChecks {
  state: string
  nonce: string
  verifier: string
}

/** Who the provider says is there. */
export interface ProvidedIdentity {
  issuer: string
  subject: string
  email: string | undefined
  /** Undefined if the provider does not say. */
  isEmailVerified: boolean | undefined
  /** How long ago the person proved who they are there; undefined if the provider does not say. */
  provedMsAgo: number | undefined
}

export type ProviderFault = 'provider-away' | 'provider-refused'

/**
 * How recently the person should have signed in at the provider; then it also says when that was. Not every provider
 * knows this, so only what it says counts as proof.
 */
export interface RequiredSignInAge {
  maxAgeSeconds?: number
  /** Whether the person signs in there again, even if they are signed in. */
  asksAgain?: boolean
}

/** Where the person signs in. */
export async function requestIdentity(
  provider: SignInProvider,
  redirectUri: string,
  { maxAgeSeconds, asksAgain }: RequiredSignInAge,
): Promise<Outcome<ProviderFault, { href: string; checks: OpenIdChecks }>> {
  return unlessFaulty(provider, async () => {
    const openId = await import('openid-client')
    const configuration = await discover(provider)
    const checks = {
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      verifier: openId.randomPKCECodeVerifier(),
    }
    const url = openId.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
      ...(asksAgain && { prompt: 'login' }),
    })
    return { href: url.href, checks }
  })
}

/** Exchanges the code in the address that the provider sent the person back to. */
export async function fetchIdentity(
  provider: SignInProvider,
  address: URL,
  { state, nonce, verifier }: OpenIdChecks,
  now: Date,
): Promise<Outcome<ProviderFault, { identity: ProvidedIdentity }>> {
  return unlessFaulty(provider, async () => {
    const openId = await import('openid-client')
    const configuration = await discover(provider)
    const tokens = await openId.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The answer has no ID token.')
    const hasEmail = claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint
    const about = hasEmail
      ? claims
      : await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return {
      identity: {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof about['email'] === 'string' ? foldEmail(about['email']) : undefined,
        isEmailVerified: readVerified(about['email_verified']),
        provedMsAgo: msSince(claims.auth_time, now),
      },
    }
  })
}

/** A time in the future, beyond what clocks may differ, proves nothing. */
function msSince(authTime: number | undefined, now: Date): number | undefined {
  if (authTime === undefined) return undefined
  const passed = now.getTime() - authTime * 1000
  return passed < -clockToleranceSeconds * 1000 ? undefined : Math.max(0, passed)
}

/** Some providers write the words; whatever else they write confirms nothing. */
function readVerified(said: unknown): boolean | undefined {
  return said === undefined ? undefined : said === true || said === 'true'
}

/** Where the person signs out of the provider too; undefined if it offers that nowhere or does not answer. */
export async function findLogout(provider: SignInProvider, backTo: string): Promise<string | undefined> {
  const found = await unlessFaulty(provider, async () => {
    const openId = await import('openid-client')
    const configuration = await discover(provider)
    if (!configuration.serverMetadata().end_session_endpoint) return { href: undefined }
    return {
      href: openId.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href,
    }
  })
  return found.ok ? found.href : undefined
}

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const openId = await import('openid-client')
  const url = new URL(issuer)
  // The configuration allows plain HTTP only on this machine.
  const mayBePlain = url.protocol === 'http:' && isLoopback(url.hostname)
  const configuration = await openId.discovery(
    url,
    clientId,
    { client_secret: clientSecret, [openId.clockTolerance]: clockToleranceSeconds },
    undefined,
    {
      [openId.customFetch]: reach,
      timeout: secondsToAnswer,
      // Also checks the signature of what came over TLS, so that an ID token from elsewhere is refused.
      execute: [openId.enableNonRepudiationChecks, ...(mayBePlain ? [openId.allowInsecureRequests] : [])],
    },
  )
  // The library makes exceptions, such as for Microsoft's addresses of all tenants. Here the issuer decides who is who.
  if (configuration.serverMetadata().issuer !== issuer)
    throw new Error('The provider does not write its issuer as the configuration does.')
  return configuration
}

class ProviderAway extends Error {}

const reach: CustomFetch = async (address, options) => {
  const response = await fetch(address, options as RequestInit).catch((cause: unknown) => {
    throw new ProviderAway('The provider does not answer.', { cause })
  })
  if (response.status >= 500) throw new ProviderAway(`The provider answers ${response.status}.`)
  return response.body ? new Response(response.body.pipeThrough(limitBytes()), response) : response
}

/** The library reads answers as a whole; a configuration or a set of keys takes a few KB. */
const maxBytes = 512 * 1024

function limitBytes() {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new Error('The answer of the provider is too long.'))
      else controller.enqueue(chunk)
    },
  })
}

/**
 * Whoever waits for a provider occupies one of the site's slots for pages (see `defaultLimits`). A slow one must leave
 * most of them to readers.
 */
const maxConcurrent = 6
let waiting = 0

async function unlessFaulty<T extends object>(
  { key }: SignInProvider,
  work: () => Promise<T>,
): Promise<Outcome<ProviderFault, T>> {
  if (waiting >= maxConcurrent) {
    log('provider.failed', { provider: key, reason: 'provider-away', error: 'Too many people are waiting.' })
    return { ok: false, reason: 'provider-away' }
  }
  waiting++
  try {
    return { ok: true, ...(await work()) }
  } catch (error) {
    const reason = isAway(error) ? 'provider-away' : 'provider-refused'
    log('provider.failed', { provider: key, reason, error: sentencesOf(error) })
    return { ok: false, reason }
  } finally {
    waiting--
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof ProviderAway || error.name === 'TimeoutError' || isAway(error.cause)
}

/** Without the answer itself, which the library adds and which may contain a token. */
function sentencesOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = sentencesOf(error.cause)
  return cause ? `${error.message}: ${cause}` : error.message
}
