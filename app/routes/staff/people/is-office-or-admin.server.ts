import { accessRolesOf } from '#routes/request/guard.server.ts'
import type { SignedIn } from '#routes/request/session-context.server.ts'

/** They use people's addresses and approve removals; an editor of the pages does neither. */
export function isOfficeOrAdmin(session: SignedIn): boolean {
  return accessRolesOf(session).some((role) => role === 'admin' || role === 'office')
}
