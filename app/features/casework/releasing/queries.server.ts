import { isVisibleTo, type CaseReader } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { selectRemovalCount } from '#features/people/removing/queries.server.ts'

/** How many decisions wait for an officer, and since when. */
export function countDecisions(db: Db, reader: CaseReader) {
  return selectDecisionCount(db, reader).executeTakeFirstOrThrow()
}

/** All that a second officer releases, in one query. */
export async function countReleases(db: Db, reader: CaseReader) {
  const rows = await selectDecisionCount(db, reader)
    .select((eb) => eb.lit<number>(0).as('kind'))
    .unionAll(selectRemovalCount(db).select((eb) => eb.lit<number>(1).as('kind')))
    .execute()
  const of = (wanted: 0 | 1) => {
    const { count, oldestAt } = rows.find(({ kind }) => kind === wanted)!
    return { count, oldestAt }
  }
  return { decisions: of(0), removals: of(1) }
}

function selectDecisionCount(db: Db, reader: CaseReader) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('case_decision.decided_at').as('oldestAt'),
    ])
    .where(isVisibleTo(reader))
}
