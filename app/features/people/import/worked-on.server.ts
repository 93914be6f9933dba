import type { Db } from '#db/schema/tables.ts'

/** Among these people, those with something that would be lost or left alone without them, apart from their contacts. */
export async function listWorkedOn(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const idsIn = (table: 'certificate' | 'dossier' | 'body_term' | 'own_request' | 'own_helper') =>
    db.selectFrom(table).select('person_id as id').where('person_id', 'in', ids)
  const rows = await idsIn('certificate')
    .union(idsIn('dossier'))
    .union(idsIn('body_term'))
    .union(idsIn('own_request'))
    .union(idsIn('own_helper'))
    .union(db.selectFrom('person_merge').select('kept_id as id').where('kept_id', 'in', ids))
    .execute()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}
