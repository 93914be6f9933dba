import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { containWords } from '#db/search/contains.ts'
import { isVisibleTo, type CaseReader } from '#features/case-access/case-access.server.ts'

/** By reference only, so that nobody is named. */
export function findCasesByWords(db: Db, words: string[], limit: number, reader: CaseReader) {
  return db
    .selectFrom('dossier')
    .select(['reference', 'process', 'state'])
    .where(isVisibleTo(reader))
    .where(containWords([sql.ref('reference')], words))
    .orderBy('reference', 'desc')
    .limit(limit)
    .execute()
}
