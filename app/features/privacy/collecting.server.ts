import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { listOwnNamedIn, type OwnReader } from '#features/cases/own-cases.server.ts'
import type { CollectedFile, DataSubject } from '#features/erasures/personal-data.ts'
import type { AllPersonalData } from './personal-data.ts'
import { findSubject } from './queries.server.ts'

export interface CollectedData {
  data: object
  files: CollectedFile[]
}

/** Everything stored about a person, to hand to them: their own part of each case and nobody else's. */
export function collectPerson(
  db: Db,
  personalData: AllPersonalData,
  actor: StaffActor,
  { email, reason }: { email: string; reason: string },
  now: Date,
): Promise<CollectedData> {
  liftDeadline()
  return inTransaction(db, async (db) => {
    const subject = await findSubject(db, personalData, email, actor)
    return collect(db, personalData, actor, { subject, reason }, now)
  })
}

/**
 * What someone downloads from their own page, where no officer looks through it: their own entry in the register only,
 * and of cases what the page shows.
 */
export function collectOwn(
  db: Db,
  personalData: AllPersonalData,
  actor: Actor & { kind: 'person'; helper?: never },
  reader: OwnReader,
  now: Date,
): Promise<CollectedData> {
  liftDeadline()
  return inTransaction(db, async (db) => {
    const cases = await listOwnNamedIn(db, personalData.caseTypes, reader)
    const subject = { address: reader.email, cases, people: [reader.personId], readerId: '' }
    const reason = 'Exported by the person on My page.'
    return collect(db, personalData, actor, { subject, reason }, now)
  })
}

async function collect(
  db: Db,
  { features }: AllPersonalData,
  actor: Actor,
  { subject, reason }: { subject: DataSubject; reason: string },
  now: Date,
): Promise<CollectedData> {
  const parts: object[] = []
  const files: CollectedFile[] = []
  for (const feature of features) {
    const collected = await feature.collect?.(db, subject)
    if (collected) parts.push(collected.data)
    files.push(...(collected?.files ?? []))
  }
  const data = Object.assign({ about: subject.address, collectedAt: now.toISOString() }, ...parts, {
    files: files.map(({ path }) => path),
  }) as object
  await record(db, actor, 'person.data-exported', 'privacy', { reason, cases: subject.cases.length }, now)
  return { data, files }
}
