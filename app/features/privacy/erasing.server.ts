import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { eraseDetails } from '#features/audit/operations.server.ts'
import type { DataSubject, ErasedData } from '#features/erasures/personal-data.ts'
import type { AllPersonalData } from './personal-data.ts'

/** Who erases, why and when, for the audit trail. */
export interface Erasing {
  actor: Actor
  reason: string
  now: Date
}

/** Erases a person in all features. Returns whether anything was found, and the files to remove. */
export async function forgetSubject(
  db: Db,
  personalData: AllPersonalData,
  subject: DataSubject,
  { isAgain, ...erasing }: Erasing & { isAgain: boolean },
): Promise<{ hadAny: boolean; files: string[] }> {
  let hadAny = false
  const files: string[] = []
  for (const { erase } of personalData.features) {
    const erased = await erase?.(db, subject, { now: erasing.now, isAgain })
    if (!erased) continue
    hadAny ||= erased.hadAny ?? false
    files.push(...(await finishErasing(db, personalData, erased, erasing)))
  }
  return { hadAny, files }
}

/** Erases whole cases in all features, and the details in the audit trail. Returns the files to remove. */
export async function finishErasing(
  db: Db,
  personalData: AllPersonalData,
  { wholeCases = [], auditSubjects = [] }: ErasedData,
  { actor, reason, now }: Erasing,
): Promise<string[]> {
  const files: string[] = []
  for (const id of wholeCases) files.push(...(await forgetCase(db, personalData, id, now)))
  for (const subject of auditSubjects) await eraseDetails(db, actor, { subject }, reason, now)
  return files
}

/** Returns the hashes of the case's files, to be removed after the transaction. */
async function forgetCase(db: Db, { features }: AllPersonalData, id: string, now: Date): Promise<string[]> {
  const files: string[] = []
  for (const { forgetCase } of features) files.push(...((await forgetCase?.(db, id, now)) ?? []))
  return files
}
