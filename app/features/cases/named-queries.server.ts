import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { casesHiddenFrom } from '#features/case-access/case-access.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import type { NamedIn } from '#features/erasures/personal-data.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { CaseType } from './case-type.ts'
import { rolesOf } from './own-answers.ts'

/**
 * Every case that names an address, oldest first. Cases that are hidden from the reader are left out.
 */
export async function listNamedIn(
  db: Db,
  caseTypes: Record<CaseTypeName, CaseType>,
  address: string,
  readerId: string,
): Promise<NamedIn[]> {
  const rows = await db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'answers', 'subject_key', 'sender_email'])
    .select(['ended_at', 'hold_at', 'person_id'])
    .where('erased_at', 'is', null)
    .where('id', 'not in', casesHiddenFrom(db, readerId))
    // The answers contain every address that a form asks for; the role is read from them.
    .where((eb) =>
      eb.or([
        eb('subject_key', '=', address),
        eb('sender_email', '=', address),
        contains(sql.ref('answers'), address),
      ]),
    )
    .orderBy('received_at')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      reference: row.reference,
      process: row.process,
      state: row.state,
      roles: rolesOf(caseTypes[row.process], fromJson<Answers>(row.answers), row.subject_key, address),
      isEnded: row.ended_at !== null,
      isHeld: row.hold_at !== null,
      personId: row.person_id,
    }))
    .filter(({ roles }) => roles.length > 0)
}
