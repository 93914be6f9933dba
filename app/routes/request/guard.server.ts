import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Actor } from '#features/audit/actor.ts'
import { mayAct, mayRead } from './policy.server.ts'
import type { Visitor } from './who.ts'
import { clientContext, sessionContext, type SignedIn } from './session-context.server.ts'
import { signInPath } from '#routes/staff/shared/paths.ts'

/** Asks the policy table, inside every loader and action of a guarded route. */

interface RequestArgs {
  context: Readonly<RouterContextProvider>
  /** The address of the page, also where the request is only for its data. */
  url: URL
}

export function allowReading({ context, url }: RequestArgs, route: string): SignedIn | undefined {
  const session = context.get(sessionContext)
  if (mayRead(route, visitorOf(session))) return session
  throw turnAway(session, url)
}

export function allowActing({ context, url }: RequestArgs, route: string): SignedIn | undefined {
  const session = context.get(sessionContext)
  if (mayAct(route, visitorOf(session))) return session
  throw turnAway(session, url)
}

/** The signed-in person as operations know them. */
export function actorOf({ context }: Pick<RequestArgs, 'context'>): Actor {
  const session = context.get(sessionContext)
  const { address } = context.get(clientContext)
  const { id, role } = session?.user ?? {}
  return id && role ? { kind: 'staff', id, role, address } : { kind: 'visitor', address }
}

export function visitorOf(session: SignedIn | undefined): Visitor {
  if (!session) return 'visitor'
  if (session.isHalf) return 'half'
  if (!session.user.emailVerified) return 'unproved'
  if (session.mustEnrol) return 'enrolling'
  return session.user.role ?? 'pending'
}

function turnAway(session: SignedIn | undefined, { pathname }: URL) {
  const visitor = visitorOf(session)
  if (visitor === 'visitor') return redirect(`${signInPath}?next=${encodeURIComponent(pathname)}`)
  if (visitor === 'half') return redirect('/admin/second-factor')
  if (visitor === 'enrolling') return redirect('/account/factors')
  return data({ sentence: sentences[visitor], way: ways[visitor] }, { status: 403 })
}

const sentences = {
  unproved: 'Confirm your email address first. You can request a confirmation link on your profile.',
  pending:
    'Your account is waiting for an administrator to approve it. We will email you when it is approved.',
  editor:
    'Only administrators can open this page. Ask an administrator to do this for you or to change your role.',
  admin: 'Your account does not have access to this page.',
}

const ways = {
  unproved: { href: '/account/profile', label: 'Go to your profile' },
  pending: { href: '/account/profile', label: 'Go to your profile' },
  editor: { href: '/editor/dashboard', label: 'Go to the Editor Dashboard' },
  admin: { href: '/admin/dashboard', label: 'Go to the Admin Dashboard' },
}
