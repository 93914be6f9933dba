import type { Db } from '#db/schema/tables.ts'

export function findCaseById(db: Db, id: string) {
  return db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'subject_key', 'category', 'cycle'])
    .where('id', '=', id)
    .executeTakeFirst()
}
