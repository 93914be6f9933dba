import { spamDays } from './spam.ts'
import { dayMs } from '#office-time.ts'
import { casesHiddenFrom } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { noteErased } from '#features/erasures/operations.server.ts'
import { retainedSince } from '#features/settings/retention.server.ts'

/** The dates before which ended cases, and those closed as spam, are erased. */
export async function casesRetainedSince(db: Db, now: Date): Promise<{ ended: Date; spam: Date }> {
  return { ended: await retainedSince(db, now), spam: new Date(now.getTime() - spamDays * dayMs) }
}

/**
 * Closed cases that ended before the given moments, the longest overdue first. Cases that name the reader are left out.
 */
export function listDueForErasure(
  db: Db,
  { ended, spam }: { ended: Date; spam: Date },
  limit: number,
  reader?: StaffActor,
) {
  return db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'ended_at'])
    .where('ended_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', ended.getTime()),
        eb.and([eb('state', '=', 'spam'), eb('ended_at', '<', spam.getTime())]),
      ]),
    )
    .where('erased_at', 'is', null)
    .where('hold_at', 'is', null)
    .where('id', 'not in', casesHiddenFrom(db, reader?.id ?? ''))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Records the erasure with the final state of the case, for a backup in which the case is still open. */
export async function noteErasedCase(db: Db, id: string, now: Date): Promise<void> {
  const { state, ended_at } = await db
    .selectFrom('dossier')
    .select(['state', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await noteErased(db, [{ kind: 'case', key: id, state, ended_at: ended_at ?? now.getTime() }], now)
}
