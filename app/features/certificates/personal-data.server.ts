import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'

/** Certificates are deleted together with the person in the register. */
export const certificatesPersonalData: PersonalData = {
  collect: async (db, { people }) => ({ data: { certificates: await listCertificates(db, people) } }),
}

async function listCertificates(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('certificate')
    .select(['code', 'statement', 'issued_at', 'revoked_at', 'revoked_because'])
    .where('person_id', 'in', ['', ...ids])
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map(({ statement, ...row }) => ({ ...row, statement: fromJson<object>(statement) }))
}
