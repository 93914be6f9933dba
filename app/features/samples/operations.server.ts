import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { removeSampleEntries } from '#features/content/entry/operations.server.ts'
import { removeSampleFiles } from '#features/media/operations.server.ts'
import { removeSamplePeople } from '#features/people/operations.server.ts'
import { removeSampleRules } from '#features/rulebook/starter.server.ts'
import { clearSampleAddresses } from '#features/settings/operations.server.ts'
import type { FileStore } from '#server/files/files.server.ts'

export interface RemovedSamples {
  entries: number
  people: number
  files: number
  addresses: number
}

/** Permanently removes all sample content. What staff wrote or changed stays. */
export async function removeSamples(
  db: Db,
  files: FileStore,
  actor: Actor,
  now: Date,
): Promise<RemovedSamples> {
  liftDeadline()
  const { unnamed, ...removed } = await inTransaction(db, async (db) => {
    const entries = await removeSampleEntries(db, now)
    const people = await removeSamplePeople(db, now)
    const { count, unnamed } = await removeSampleFiles(db, now)
    await removeSampleRules(db)
    const addresses = await clearSampleAddresses(db, now)
    await record(db, actor, 'samples.removed', 'samples', { entries, people, files: count, addresses }, now)
    return { entries, people, files: count, addresses, unnamed }
  })
  for (const sha256 of unnamed) await files.remove(sha256)
  return removed
}
