import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { caseLimits } from './limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { addSiteNote } from './one-open-case.server.ts'

/**
 * Adds a note to the case for the office when very many forms come from one network. None is refused for it: near a
 * deadline a whole institute submits from one address.
 */
export async function noteUnusualVolume(
  db: Db,
  actor: Actor,
  { id, sender }: { id: string; sender: string },
  now: Date,
): Promise<void> {
  const from = actor.kind === 'system' ? undefined : networkOf(actor.address)
  const isManyFromNetwork =
    from !== undefined && !(await claimTry(db, caseLimits['forms-from'], from, now)).ok
  const isManyFromSender =
    sender !== '' && !(await claimTry(db, caseLimits['forms-by'], hiddenAddress(sender), now)).ok
  const found = [
    ...(isManyFromNetwork ? ['We received more than 80 forms from the same network within an hour.'] : []),
    ...(isManyFromSender ? ['We received more than 10 forms from the same sender within a day.'] : []),
  ]
  if (found.length === 0) return
  await addSiteNote(db, id, `${found.join(' ')} Check this one carefully.`, now)
}
