import { data, redirect, type RouterContextProvider } from 'react-router'
import { findFactors } from '#features/staff/factors/factor-queries.server.ts'
import { listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import { isFresh } from '#features/staff/session/sessions.server.ts'
import { confirmPassword } from '#features/staff/session/sign-in.server.ts'
import { given } from './begin.server.ts'
import { mayAct } from './policy.server.ts'
import { staffCookies } from './staff-cookies.server.ts'
import type { SignedIn } from './session-context.server.ts'
import { accessRolesOf } from './guard.server.ts'

/** Sensitive actions ask again who is there, if the last proof is older than 15 minutes. */

interface ConfirmArgs {
  context: Readonly<RouterContextProvider>
  url: URL
}

export type ExportRight = 'yes' | 'confirm-first' | 'no'

/** Whether to show the form of an export: a later password prompt must not lose what was typed into it. */
export function exportRight(
  { context }: Pick<ConfirmArgs, 'context'>,
  session: SignedIn,
  route: string,
): ExportRight {
  const { now } = given({ context })
  if (!mayAct(route, accessRolesOf(session))) return 'no'
  return isFresh(session, now) ? 'yes' : 'confirm-first'
}

/** For actions without a form, such as a download: redirects to the page that asks, and from there to `back`. */
export function confirmFirst({ context }: ConfirmArgs, session: SignedIn, back: string): void {
  const { now } = given({ context })
  if (isFresh(session, now)) return
  throw redirect(`/account/confirm?next=${encodeURIComponent(back)}`)
}

/**
 * For a form that was read with `readConfirmable`. Unless the person is confirmed, return `answer`: the page then shows
 * `ConfirmForm`, which sends everything that was typed again, with the password. From here on use `session`, the old
 * one is void; the cookies, if any, must be part of the response.
 */
export async function confirmHere(
  args: ConfirmArgs,
  session: SignedIn,
  { typed, confirmation }: { typed: Record<string, string>; confirmation: string | undefined },
) {
  const { db, config, client, now } = given(args)
  if (isFresh(session, now)) return { ok: true as const, cookies: [], session }
  const { passkeys } = await findFactors(db, session.user.id)
  const action = `${args.url.pathname}${args.url.search}`
  const confirm = { action, typed, errors: await requestFor(args, session), hasPasskey: passkeys > 0 }
  if (confirmation === undefined) return { ok: false as const, answer: data({ confirm }, { status: 403 }) }
  const outcome = await confirmPassword(db, config, session, confirmation, client, now)
  if (outcome.ok) {
    const cookies = staffCookies(config, outcome.tokens)
    return { ok: true as const, cookies, session: { ...session, ...outcome.session } }
  }
  const answer = data(
    { confirm: { ...confirm, errors: { confirmation: confirmRefusals[outcome.reason] } } },
    { status: outcome.reason === 'too-many' ? 429 : 403 },
  )
  return { ok: false as const, answer }
}

async function requestFor(args: ConfirmArgs, { user }: SignedIn): Promise<Record<string, string>> {
  const { db } = given(args)
  const isLinked = (await listLinkedSignIns(db, user.id)).length > 0
  return { confirmation: isLinked ? linkedRequest : passwordRequest }
}

const passwordRequest = 'Enter your password to continue. We ask again before sensitive changes.'

const linkedRequest =
  'Enter your password to continue. If you have none, confirm with your linked sign-in at /account/confirm in another tab, then continue here.'

export const confirmRefusals = {
  'wrong-password': 'This is not your password.',
  'too-many': 'Too many wrong passwords. Try again in 15 minutes.',
  busy: 'Many people are signing in right now. Try again in a few seconds.',
  away: 'We cannot reach Firebase right now. Try again in a few minutes.',
  'session-over': 'You have been signed out. Sign in again.',
}
