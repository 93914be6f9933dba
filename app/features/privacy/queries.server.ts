import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { listNamedIn } from '#features/cases/named-queries.server.ts'
import type { DataSubject } from '#features/erasures/personal-data.ts'
import type { AllPersonalData } from './personal-data.ts'

/**
 * The person behind an address, without cases that are hidden from the reader. From the site itself, as after a restore,
 * no case is hidden.
 */
export async function findSubject(
  db: Db,
  { caseTypes, features }: AllPersonalData,
  email: string,
  reader: StaffActor | 'site',
): Promise<DataSubject> {
  const address = email.toLowerCase()
  const readerId = reader === 'site' ? '' : reader.id
  const cases = await listNamedIn(db, caseTypes, address, readerId)
  const people = new Set(
    cases.flatMap(({ personId, roles }) => (personId && roles.includes('subject') ? [personId] : [])),
  )
  for (const { findPeople } of features)
    for (const id of (await findPeople?.(db, address)) ?? []) people.add(id)
  return { address, cases, people: [...people], readerId }
}
