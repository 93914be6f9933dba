import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { containWords } from '#db/search/contains.ts'

export function findAccountsByWords(db: Db, words: string[], limit: number) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'state'])
    .where(containWords([sql.ref('name'), sql.ref('email')], words))
    .orderBy('name')
    .limit(limit)
    .execute()
}
