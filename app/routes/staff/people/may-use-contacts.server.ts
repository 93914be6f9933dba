import { accessRolesOf } from '#routes/request/guard.server.ts'
import type { SignedIn } from '#routes/request/session-context.server.ts'

/** An editor of the pages needs no addresses; whoever works on cases does. */
export function mayUseContacts(session: SignedIn): boolean {
  return accessRolesOf(session).some((role) => role === 'admin' || role === 'office')
}
