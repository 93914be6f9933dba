import { isOpenTo, type CaseReader } from '#db/search/hidden-cases.server.ts'
import type { Db } from '#db/schema/tables.ts'

/** How many decisions wait for an officer, and since when. */
export function countDecisions(db: Db, reader: CaseReader) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('case_decision.decided_at').as('oldestAt'),
    ])
    .where(isOpenTo(reader))
    .executeTakeFirstOrThrow()
}
