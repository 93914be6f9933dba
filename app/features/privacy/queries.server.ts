import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { listNamedIn } from '#features/cases/named-queries.server.ts'
import type { DataSubject } from '#features/erasures/personal-data.ts'
import { readerId } from '#features/mail/reader.ts'
import type { AllPersonalData } from './personal-data.ts'

/**
 * The person behind an address, without cases that are hidden from the reader. For the site itself, as after a restore,
 * no case is hidden.
 */
export async function findSubject(
  db: Db,
  { caseTypes }: AllPersonalData,
  email: string,
  reader: Actor,
): Promise<DataSubject> {
  const address = email.toLowerCase()
  const cases = await listNamedIn(db, caseTypes, address, readerId(reader))
  const people = cases.flatMap(({ personId, roles }) =>
    personId && roles.includes('subject') ? [personId] : [],
  )
  return { address, cases, people, readerId: readerId(reader) }
}
