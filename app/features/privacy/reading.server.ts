import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { PersonFound } from '#features/erasures/personal-data.ts'
import type { AllPersonalData } from './personal-data.ts'
import { findSubject } from './queries.server.ts'

export type SoughtPerson = PersonFound & { email: string }

/** What is stored about an address. The search is recorded in the audit trail without the address. */
export function seekPerson(
  db: Db,
  personalData: AllPersonalData,
  actor: StaffActor,
  email: string,
  now: Date,
): Promise<SoughtPerson> {
  return inTransaction(db, async (db) => {
    const subject = await findSubject(db, personalData, email, actor)
    const found: Partial<PersonFound> = {}
    for (const { find } of personalData.features) Object.assign(found, await find?.(db, subject))
    await record(db, actor, 'person.data-sought', 'privacy', { cases: subject.cases.length }, now)
    return { email, ...(found as PersonFound) }
  })
}
