import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { hasClosed, type CallNow } from '#features/calls/call.ts'
import type { NominationKind } from './form.ts'

/** In which cycle a nomination counts, and for whom. */

/**
 * How many nominations someone has proposed and confirmed for a cycle, or for one award in it. Those carried forward into it were counted when
 * they were made.
 */
export async function countByProposer(
  db: Db,
  kind: NominationKind,
  email: string,
  { cycle, category }: { cycle: string; category: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('dossier')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('process', '=', kind)
    .where('sender_email', '=', email)
    .where('cycle', '=', cycle)
    .$if(kind === 'award', (cases) => cases.where('category', '=', category))
    .where('sender_confirmed_at', 'is not', null)
    .where('state', 'not in', ['withdrawn', 'lapsed', 'spam'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dossier_move')
            .select('number')
            .whereRef('dossier_move.dossier_id', '=', 'dossier.id')
            .where('from_state', '=', 'deferred'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** The cycle that a nomination is renewed into: that of the current or next call. */
export function renewedInto(call: CallNow | undefined, now: Date): string {
  const closesAt = call && hasClosed(call) ? undefined : call?.closesAt
  return officeDay(new Date(closesAt ?? now)).slice(0, 4)
}

/** Counts a nomination in a later cycle, and records in its history where it came from. */
export async function takeIntoCycle(db: Db, id: string, cycle: string): Promise<Record<string, string>> {
  const caseRow = db.selectFrom('dossier').select('cycle').where('id', '=', id)
  const { cycle: earlierCycle } = await caseRow.executeTakeFirstOrThrow()
  if (cycle <= earlierCycle) return {}
  await db.updateTable('dossier').set({ cycle }).where('id', '=', id).execute()
  return { earlierCycle, cycle }
}
