import type { RouterContextProvider } from 'react-router'
import type { Capability } from '#features/bodies/body.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import {
  configContext,
  dbContext,
  filesContext,
  nowContext,
  privateFilesContext,
} from '#server/http/context.server.ts'
import { allowPassing } from './guard.server.ts'
import type { AllowedRole, RouteName } from './policy.server.ts'
import { clientContext, sessionContext, type SignedIn } from './session-context.server.ts'

/** What every loader and action starts with. */

export interface RouteArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  /** The address of the page, even if the request is only for its data. */
  url: URL
}

export type RequestContext = ReturnType<typeof given>

interface Started<Name extends RouteName> extends RequestContext {
  session: 'visitor' extends AllowedRole<Name> ? SignedIn | undefined : SignedIn
  actor: AllowedRole<Name> extends 'editor' | 'admin' | Capability ? StaffActor : Actor
}

/** Asks the policy table who may pass, by the name of the route's own file, and returns what the request contains. */
export function begin<Name extends RouteName>(args: RouteArgs, route: Name): Started<Name> {
  allowPassing(args, route)
  return given(args) as Started<Name>
}

/** The same for an inner function, once a loader or an action has started. */
export function given({ context }: Pick<RouteArgs, 'context'>) {
  const session = context.get(sessionContext)
  const client = context.get(clientContext)
  return {
    db: context.get(dbContext),
    config: context.get(configContext),
    files: context.get(filesContext),
    privateFiles: context.get(privateFilesContext),
    now: context.get(nowContext),
    client,
    session,
    /** The person as operations know them. */
    actor: actorFrom(session, client.address),
  }
}

/** The same on pages for staff only. */
export function givenToStaff(args: Pick<RouteArgs, 'context'>) {
  const { actor, ...rest } = given(args)
  if (actor.kind !== 'staff')
    throw new Error('Only staff may come here, but the policy table let someone else pass.')
  return { ...rest, actor }
}

function actorFrom(session: SignedIn | undefined, address: string): Actor {
  const { id, role } = session?.user ?? {}
  return id && role ? { kind: 'staff', id, role, address } : { kind: 'visitor', address }
}
