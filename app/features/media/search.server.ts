import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { containWords } from '#db/search/contains.ts'

export function findFilesByWords(db: Db, words: string[], limit: number) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'media_type as mediaType'])
    .where('removed_at', 'is', null)
    .where(containWords([sql.ref('name'), sql.ref('alt'), sql.ref('caption')], words))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
