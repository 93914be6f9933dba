import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import {
  addressHasher,
  withoutKnown,
  storeErasures,
  type Erasure,
} from '#features/erasures/operations.server.ts'
import { finishErasing, forgetSubject } from './erasing.server.ts'
import type { AllPersonalData } from './personal-data.ts'
import { findSubject } from './queries.server.ts'

/** A restored backup erases again what was erased after it was made. Holds do not apply: what is gone, is gone. */

const reason = 'It had been deleted before this backup was restored.'

/**
 * Erases again what the database does not know as erased, with the original record. Returns how many erasures that
 * were. Files without a row are left to the caller.
 */
export function repeatErasures(
  db: Db,
  personalData: AllPersonalData,
  erasures: Erasure[],
  now: Date,
): Promise<number> {
  return inTransaction(db, async (db) => {
    const unknown = await withoutKnown(db, erasures)
    const repeat = (isBeforeAddresses: boolean) =>
      repeatById(db, personalData, unknown, isBeforeAddresses, now)
    await repeat(true)
    await repeatAddresses(db, personalData, unknown, now)
    await repeat(false)
    await storeErasures(db, unknown)
    const count = unknown.length
    if (count > 0) await record(db, system, 'privacy.erasures-repeated', 'privacy', { count }, now)
    return count
  })
}

async function repeatById(
  db: Db,
  personalData: AllPersonalData,
  erasures: Erasure[],
  isBeforeAddresses: boolean,
  now: Date,
) {
  for (const { repeat } of personalData.features) {
    if (!repeat || (repeat.isBeforeAddresses ?? false) !== isBeforeAddresses) continue
    const own = erasures.filter(({ kind }) => kind === repeat.kind)
    const erased = await repeat.erase(db, own, now)
    await finishErasing(db, personalData, erased, { actor: system, reason, now })
  }
}

async function repeatAddresses(db: Db, personalData: AllPersonalData, erasures: Erasure[], now: Date) {
  const hashes = new Set(erasures.filter(({ kind }) => kind === 'address').map(({ key }) => key))
  if (hashes.size === 0) return
  const hashOf = await addressHasher(db)
  for (const address of await listAddresses(db, personalData)) {
    if (!hashes.has(hashOf(address))) continue
    const subject = await findSubject(db, personalData, address, 'site')
    await forgetSubject(db, personalData, subject, { actor: system, reason, now, isAgain: true })
  }
}

/** Every address that something is stored about, in lower case. */
async function listAddresses(db: Db, { features }: AllPersonalData): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { listAddresses } of features)
    for (const address of (await listAddresses?.(db)) ?? []) found.add(address.toLowerCase())
  return found
}
