import { beginAttempt, type AttemptPurpose } from '#features/staff/providers/attempts.server.ts'
import { findLogout } from '#features/staff/providers/openid.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { given, type RouteArgs } from '#routes/request/begin.server.ts'
import { redirectWith, refuse } from '#routes/request/answers.server.ts'
import { dropSignedInByCookie, readSignedInBy, staffCookies } from '#routes/request/staff-cookies.server.ts'
import { writeLeaving } from './leaving-cookie.server.ts'
import { leavingPath } from './sign-out-request.ts'

/** A button that leads to a sign-in provider. */
export interface ProviderChoice {
  key: string
  label: string
}

export function listProviders({ signInProviders }: Config): ProviderChoice[] {
  return signInProviders.map(({ key, label }) => ({ key, label }))
}

/**
 * Leads to the provider by a page of ours and not by a redirect: browsers apply the policy for forms to everything a form
 * redirects to, and a provider may send people on to hosts that we do not know.
 */
export async function leaveFor(
  args: Pick<RouteArgs, 'context'>,
  key: string,
  purpose: AttemptPurpose,
  typed: Record<string, string> = {},
  cookies: string[] = [],
) {
  const { db, config, client, now } = given(args)
  const provider = config.signInProviders.find((one) => one.key === key)
  if (!provider) return refuse(400, { provider: sentences.unknown }, typed, cookies)
  const started = await beginAttempt(db, config, provider, purpose, client, now)
  const { label } = provider
  if (started.ok) {
    const leaving = writeLeaving(config, { href: started.href, label, isSignedOut: false })
    const attempt = staffCookies(config, { attempt: started.browser })
    throw documentWith(leavingPath, [...cookies, ...attempt, leaving])
  }
  if (started.reason === 'too-many') return refuse(429, { provider: sentences.tooMany }, typed, cookies)
  return refuse(503, { provider: awaySentence(label) }, typed, cookies)
}

/** The cookie with which someone who has signed out here does so at their provider too, if it offers that. */
export async function signOutThere(args: Pick<RouteArgs, 'context'>): Promise<string[]> {
  const { config, client } = given(args)
  const key = readSignedInBy(client.cookie, config.origin)
  const provider = config.signInProviders.find((one) => one.key === key)
  if (!provider) return []
  const href = await findLogout(provider, `${config.origin}/`)
  const drop = dropSignedInByCookie(config.origin)
  return href ? [drop, writeLeaving(config, { href, label: provider.label, isSignedOut: true })] : [drop]
}

/** The browser loads the page itself, also when a script has sent the form. */
function documentWith(path: string, cookies: string[]) {
  const response = redirectWith(path, cookies)
  response.headers.set('x-remix-reload-document', 'true')
  return response
}

export function awaySentence(label: string): string {
  return `We cannot reach ${label} right now. Try again in a few minutes, or sign in another way.`
}

const sentences = {
  unknown: 'This site does not know that sign-in provider. Reload the page and try again.',
  tooMany: 'Too many attempts. Try again in 15 minutes.',
}
