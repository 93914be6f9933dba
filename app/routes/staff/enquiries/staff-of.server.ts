import { actorOf } from '#routes/request/guard.server.ts'

/** The member of staff who asks, on pages that are open to nobody else. */
export function staffOf(args: Parameters<typeof actorOf>[0]) {
  const actor = actorOf(args)
  if (actor.kind !== 'staff') throw new Error('Only staff come here.')
  return actor
}
