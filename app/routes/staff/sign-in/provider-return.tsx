import { data } from 'react-router'
import { acceptInviteByProvider } from '#features/staff/joining/invitations.server.ts'
import { mustEnrol } from '#features/staff/factors/factor-queries.server.ts'
import { returnAddress, takeAttempt, type AttemptPurpose } from '#features/staff/providers/attempts.server.ts'
import { linkIdentity } from '#features/staff/providers/linking.server.ts'
import { fetchIdentity, type ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import { confirmByProvider, signInByProvider } from '#features/staff/providers/provider-sign-in.server.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { storedNowhere } from '#server/http/shared-headers.ts'
import { ButtonLink } from '#ui/form/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { nextPath, redirectWith, secondFactorPath } from '#routes/request/answers.server.ts'
import { linkedSignInsPath, signInPath } from '#routes/request/paths.ts'
import { signedInByCookie, staffCookies } from '#routes/request/staff-cookies.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { awaySentence } from './providers.server.ts'
import type { Route } from './+types/provider-return.ts'

/**
 * Where a sign-in provider sends people back to. OpenID Connect returns by GET, so this loader acts: once, for the
 * browser that left for the provider, and for nobody else.
 */

const route = 'routes/staff/sign-in/provider-return'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, client, now } = begin(args, route)
  const provider = config.signInProviders.find(({ key }) => key === args.params.provider)
  if (!provider) throw data({ sentence: 'There is no page at this address.' }, { status: 404 })
  const state = args.url.searchParams.get('state')
  const attempt = await takeAttempt(db, config, provider, state, client, now)
  if (!attempt) return refuseReturn(provider, 400, sentencesFor(provider.label).unknownAttempt, signInPath)
  const { purpose, checks } = attempt
  const back = backFrom(purpose)
  const address = new URL(returnAddress(config.origin, provider) + args.url.search)
  const fetched = await fetchIdentity(provider, address, checks, now)
  if (!fetched.ok)
    return fetched.reason === 'provider-away'
      ? refuseReturn(provider, 503, awaySentence(provider.label), back)
      : refuseReturn(provider, 403, `${provider.label} did not sign you in. Try again.`, back)
  switch (purpose.for) {
    case 'sign-in':
      return enter(args, provider, fetched.identity, purpose.next)
    case 'invitation':
      return accept(args, provider, fetched.identity, purpose)
    case 'link':
      return link(args, provider, fetched.identity, purpose.userId)
    case 'confirm':
      return confirm(args, provider, fetched.identity, purpose)
  }
}

async function enter(
  args: Route.LoaderArgs,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  next: string,
) {
  const { db, config, client, now } = given(args)
  const outcome = await signInByProvider(db, config, provider, identity, client, now)
  if (!outcome.ok)
    return refuseReturn(
      provider,
      403,
      sentencesFor(provider.label)[outcome.reason],
      backFrom({ for: 'sign-in', next }),
    )
  const { user, hasFactor } = outcome
  const cookies = [...staffCookies(config, outcome.tokens), signedInByCookie(config.origin, provider.key)]
  if (hasFactor) throw redirectWith(secondFactorPath(next), cookies)
  throw redirectWith(nextPath(next, user.role, await mustEnrol(db, user.role, hasFactor)), cookies)
}

async function accept(
  args: Route.LoaderArgs,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  purpose: AttemptPurpose & { for: 'invitation' },
) {
  const { db, config, client, now } = given(args)
  const { for: _, ...answers } = purpose
  const outcome = await acceptInviteByProvider(db, config, answers, provider, identity, client, now)
  if (!outcome.ok)
    return refuseReturn(provider, 403, sentencesFor(provider.label)[outcome.reason], backFrom(purpose))
  const next = nextPath(null, null, await mustEnrol(db, outcome.role, false))
  throw redirectWith(next, [
    ...staffCookies(config, outcome.tokens),
    signedInByCookie(config.origin, provider.key),
  ])
}

async function link(
  args: Route.LoaderArgs,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  userId: string,
) {
  const { db, session, actor, now } = given(args)
  if (session?.user.id !== userId)
    return refuseReturn(provider, 403, sentencesFor(provider.label)['session-over'], linkedSignInsPath)
  const outcome = await linkIdentity(db, actor, session, provider, identity, now)
  if (!outcome.ok)
    return refuseReturn(provider, 403, sentencesFor(provider.label)[outcome.reason], linkedSignInsPath)
  throw redirectWithFlash(args, linkedSignInsPath, { key: 'sign-in-linked', label: provider.label })
}

async function confirm(
  args: Route.LoaderArgs,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  purpose: AttemptPurpose & { for: 'confirm' },
) {
  const { db, config, session, client, now } = given(args)
  if (session?.user.id !== purpose.userId)
    return refuseReturn(provider, 403, sentencesFor(provider.label)['session-over'], backFrom(purpose))
  const outcome = await confirmByProvider(db, config, session, provider, identity, client, now)
  if (!outcome.ok)
    return refuseReturn(provider, 403, sentencesFor(provider.label)[outcome.reason], backFrom(purpose))
  const next = nextPath(purpose.next, session.user.role, session.mustEnrol)
  throw redirectWith(next, staffCookies(config, outcome.tokens))
}

/** Nothing is lost: the button leads to where the person came from, with the page they wanted. */
function refuseReturn({ label }: SignInProvider, status: number, sentence: string, back: string) {
  return data({ label, sentence, back }, { status, headers: storedNowhere })
}

function backFrom(purpose: AttemptPurpose): string {
  const query = (name: string, value: string) => (value ? `?${name}=${encodeURIComponent(value)}` : '')
  switch (purpose.for) {
    case 'sign-in':
      return signInPath + query('next', purpose.next)
    case 'confirm':
      return `/account/confirm${query('next', purpose.next)}`
    case 'invitation':
      return `/admin/link/invite${query('token', purpose.token)}`
    case 'link':
      return linkedSignInsPath
  }
}

const sentencesFor = (label: string) => ({
  unknownAttempt:
    'This sign-in has expired, has been used, or was started in another browser. Start again from our sign-in page.',
  'unknown-identity':
    'No account on this site is linked to the person you signed in as. Sign in with your password and link it on your profile, or ask an administrator to invite you.',
  disabled: 'This account is disabled. If you think this is a mistake, ask an administrator.',
  'other-domain': `This site does not accept email addresses of that domain. Use another account with ${label}.`,
  unverified: `We need an email address that you have confirmed with ${label}. Confirm it with ${label} first, or use a password here.`,
  'other-address':
    'You signed in with a different email address from the one we invited. Use the invited address, or choose a password instead.',
  taken: 'This sign-in is already linked, to this account or to another one.',
  'link-dead':
    'This invitation has been used or has expired. Ask the person who invited you to send another.',
  'email-taken': 'There is already an account with this address. Sign in.',
  'session-over': 'You have been signed out. Sign in again.',
  'not-fresh': 'That took too long. Confirm your password and try again.',
  'not-yours': `You signed in with ${label} as someone whose sign-in is not linked to your account.`,
  'not-recent': `${label} did not tell us when you signed in. Confirm with your password or a passkey instead. If you have neither, sign out and choose a password with “Forgot your password” on the sign-in page.`,
})

export default function ProviderReturn({ loaderData }: Route.ComponentProps) {
  const { label, sentence, back } = loaderData
  return (
    <BareStaffPage title={`Sign in with ${label}`} back={{ href: signInPath, label: 'Sign in' }}>
      <Notice kind="warning">
        <p>{sentence}</p>
      </Notice>
      <p>
        <ButtonLink href={back}>Go back</ButtonLink>
      </p>
    </BareStaffPage>
  )
}
