import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { InboxQuery } from './form.ts'
import { findEnquiry, listEnquiries } from './queries.server.ts'

/** What staff read about people who write to the office. Each reading is recorded in the trail. */

export function readInbox(db: Db, actor: StaffActor, query: InboxQuery, now: Date) {
  return inTransaction(db, async (db) => {
    const list = await listEnquiries(db, actor.id, query)
    await record(db, actor, 'enquiry-list.read', 'enquiry', { ...query, shown: list.enquiries.length }, now)
    return list
  })
}

export function readEnquiry(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const enquiry = await findEnquiry(db, id)
    if (enquiry) await record(db, actor, 'enquiry.read', `enquiry:${enquiry.reference}`, {}, now)
    return enquiry
  })
}
