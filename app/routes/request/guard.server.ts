import { data, redirect, type RouterContextProvider } from 'react-router'
import { isCasework, mayAct, mayRead } from './policy.server.ts'
import type { Capability } from '#features/bodies/body.ts'
import type { AccessRole } from './route-access.ts'
import { sessionContext, type SignedIn } from './session-context.server.ts'
import { signInPath } from './paths.ts'

/** Checks the policy table, for every loader and action. */

interface RequestArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  /** The address of the page, even if the request is only for its data. */
  url: URL
}

/** Rejects anyone who may not read here, or not act if something is sent. */
export function allowPassing({ context, request, url }: RequestArgs, route: string): void {
  const session = context.get(sessionContext)
  const may = request.method === 'GET' || request.method === 'HEAD' ? mayRead : mayAct
  if (!may(route, accessRolesOf(session))) throw refuseAccess(session, url, isCasework(route))
}

/** The same with what an editor may do through bodies. Nobody else has that: administrators may do all of it. */
export function accessRolesOf(session: SignedIn | undefined): AccessRole[] {
  const role = accessRoleOf(session)
  return role === 'editor' ? [role, ...(session?.capabilities ?? [])] : [role]
}

export function accessRoleOf(session: SignedIn | undefined): Exclude<AccessRole, Capability> {
  if (!session) return 'visitor'
  if (session.isHalf) return 'half'
  if (!session.user.emailVerified) return 'unproved'
  if (session.mustEnrol) return 'enrolling'
  return session.user.role ?? 'pending'
}

function refuseAccess(session: SignedIn | undefined, { pathname }: URL, isForOffice: boolean) {
  const role = accessRoleOf(session)
  if (role === 'visitor') return redirect(`${signInPath}?next=${encodeURIComponent(pathname)}`)
  if (role === 'half') return redirect('/admin/second-factor')
  if (role === 'enrolling') return redirect('/account/factors')
  const sentence = role === 'editor' && isForOffice ? onlyOffice : sentences[role]
  return data({ sentence, way: ways[role] }, { status: 403 })
}

const onlyOffice =
  'Only members of a body that works on cases can open this page. Ask an administrator to add you to one.'

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
