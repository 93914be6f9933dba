import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { StaffListQuery } from './form.ts'
import { findStaff, listOpenInvites, listStaff } from './queries.server.ts'

/** What administrators read about people. Each reading is recorded in the trail. */

export function readAccount(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const person = await findStaff(db, id)
    if (person) await record(db, actor, 'staff.read', `staff:${id}`, {}, now)
    return person
  })
}

/** The matching accounts and the invitations; one audit entry for both. */
export function readAccounts(db: Db, actor: Actor, query: StaffListQuery, pageSize: number, now: Date) {
  return inTransaction(db, async (db) => {
    const { people, total } = await listStaff(db, query, pageSize)
    const invites = await listOpenInvites(db, now)
    await record(db, actor, 'staff-list.read', 'staff', { ...query, shown: people.length }, now)
    return { people, total, invites }
  })
}
