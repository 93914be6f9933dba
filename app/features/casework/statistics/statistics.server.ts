import { dayMs, officeDay } from '#office-time.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { genderShares, medianOf } from './statistics.ts'

/** The existing cycles by case type, newest first. */
export function listCycles(db: Db) {
  return db
    .selectFrom('dossier')
    .select(['process', 'cycle'])
    .distinct()
    .orderBy('cycle', 'desc')
    .orderBy('process')
    .execute()
}

/** The cases of one cycle and their outcome, without names; spam is only counted. */
export async function countCycle(db: Db, caseType: CaseTypeName, cycle: string) {
  const all = db.selectFrom('dossier').where('process', '=', caseType).where('cycle', '=', cycle)
  const own = all.where('state', '<>', 'spam')
  const states = await own
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const disciplines = await own
    .select((eb) => ['discipline', eb.fn.countAll<number>().as('count')])
    .groupBy('discipline')
    .orderBy('discipline')
    .execute()
  const genders = await own
    .select((eb) => ['gender', eb.fn.countAll<number>().as('count')])
    .groupBy('gender')
    .execute()
  // A nomination that was carried forward counts in this cycle from its update on.
  const times = await own
    .select(['received_at', 'decided_at'])
    .select((eb) =>
      eb
        .selectFrom('dossier_move')
        .select(({ fn }) => fn.max<number | null>('made_at').as('at'))
        .whereRef('dossier_move.dossier_id', '=', 'dossier.id')
        .where('from_state', '=', 'deferred')
        .as('renewed_at'),
    )
    .execute()
  const came = times.map(({ received_at, renewed_at, decided_at }) => ({
    at: renewed_at ?? received_at,
    decided_at,
  }))
  const days = came.flatMap(({ at, decided_at }) => (decided_at === null ? [] : [(decided_at - at) / dayMs]))
  const { spam } = await all
    .where('state', '=', 'spam')
    .select((eb) => eb.fn.countAll<number>().as('spam'))
    .executeTakeFirstOrThrow()
  return {
    received: times.length,
    spam,
    states,
    disciplines,
    genders: genderShares(genders),
    decided: days.length,
    medianDays: medianOf(days),
    months: monthsOf(came.map(({ at }) => at)),
  }
}

export type CycleCounts = Awaited<ReturnType<typeof countCycle>>

/** How many came in each month from the first to the last, in office time. */
export function monthsOf(moments: number[]): { label: string; value: number }[] {
  const counts = new Map<string, number>()
  for (const at of moments) {
    const month = officeDay(new Date(at)).slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  const inOrder = [...counts.keys()].toSorted()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (first === undefined || last === undefined) return []
  const months: { label: string; value: number }[] = []
  for (let label = first; label <= last; label = monthAfter(label))
    months.push({ label, value: counts.get(label) ?? 0 })
  return months
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
