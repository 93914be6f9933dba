import type { RouterContextProvider } from 'react-router'
import type { Staff } from '#features/casework/casework.server.ts'
import { actorOf } from '#routes/request/guard.server.ts'

/** Whoever the policy table has let through to a page of the office. */
export function staffOf(args: { context: Readonly<RouterContextProvider> }): Staff {
  const actor = actorOf(args)
  if (actor.kind !== 'staff') throw new Error('Only staff come here; the policy table says otherwise.')
  return actor
}
