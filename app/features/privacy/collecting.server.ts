import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { CollectedFile } from '#features/erasures/personal-data.ts'
import type { AllPersonalData } from './personal-data.ts'
import { findSubject } from './queries.server.ts'

export interface Collected {
  data: object
  files: CollectedFile[]
}

/** Everything stored about a person, to hand to them: their own part of each case and nobody else's. */
export function collectPerson(
  db: Db,
  personalData: AllPersonalData,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
  now: Date,
): Promise<Collected> {
  liftDeadline()
  return inTransaction(db, async (db) => {
    const subject = await findSubject(db, personalData, email, actor)
    const parts: object[] = []
    const files: CollectedFile[] = []
    for (const { collect } of personalData.features) {
      const collected = await collect?.(db, subject)
      if (collected) parts.push(collected.data)
      files.push(...(collected?.files ?? []))
    }
    const data = Object.assign({ about: subject.address, collectedAt: now.toISOString() }, ...parts, {
      files: files.map(({ path }) => path),
    }) as object
    await record(db, actor, 'person.data-exported', 'privacy', { reason, cases: subject.cases.length }, now)
    return { data, files }
  })
}
