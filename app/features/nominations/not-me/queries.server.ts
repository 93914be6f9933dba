import type { Db } from '#db/schema/tables.ts'
import { saysNotMe } from '#features/cases/people.ts'

/** Whether the last answer to a request of this purpose from an address was that it reached the wrong person. */
export async function hasReachedOther(
  db: Db,
  caseId: string,
  purpose: 'verify' | 'consent' | 'second',
  email: string,
): Promise<boolean> {
  const last = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last !== undefined && saysNotMe(last.answer)
}
