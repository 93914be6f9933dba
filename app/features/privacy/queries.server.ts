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
  { caseTypes, features }: AllPersonalData,
  email: string,
  reader: Actor,
): Promise<DataSubject> {
  const address = email.toLowerCase()
  const cases = await listNamedIn(db, caseTypes, address, readerId(reader))
  const people = new Set(
    cases.flatMap(({ personId, roles }) => (personId && roles.includes('subject') ? [personId] : [])),
  )
  for (const { findPeople } of features)
    for (const id of (await findPeople?.(db, address)) ?? []) people.add(id)
  return { address, cases, people: [...people], readerId: readerId(reader) }
}
