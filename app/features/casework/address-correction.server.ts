import type { StaffActor } from '#features/audit/actor.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import {
  correctAddress,
  type AddressCorrection,
  type AddressCorrectionRefusal,
} from '#features/nominations/address-correction.server.ts'
import type { Outcome } from '#outcome.ts'

/** The office corrects the address of a nominee or seconder who has not answered. */
export function correctAddressAsStaff(
  db: Db,
  actor: StaffActor,
  origin: string,
  reference: string,
  correction: AddressCorrection,
  now: Date,
): Promise<Outcome<AddressCorrectionRefusal>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    return correctAddress(db, actor, origin, caseRow, correction, now)
  })
}
