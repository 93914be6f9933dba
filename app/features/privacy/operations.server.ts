import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { casesRetainedSince, listDueForErasure, noteErasedCase } from '#features/cases/retention.server.ts'
import { noteErasedAddress } from '#features/erasures/operations.server.ts'
import type { DataSubject } from '#features/erasures/personal-data.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { finishErasing, forgetSubject } from './erasing.server.ts'
import type { AllPersonalData } from './personal-data.ts'
import { findSubject } from './queries.server.ts'

export type EraseRefusal = 'nothing-found' | 'case-open' | 'case-held' | 'has-account' | 'no-reason'

/** What erasing works on. */
export interface ErasableSite {
  personalData: AllPersonalData
  store: FileStore
}

/**
 * Erases a person on request, everywhere: cases, files, messages to the office, letters, confirmations, notes, the
 * register and the details of the audit trail. All or nothing: while one of the cases is open or on hold, everything
 * stays. Cases that name the actor are left out, and the answer is the same as if they did not exist; another
 * administrator erases those.
 */
export async function erasePerson(
  db: Db,
  { personalData, store }: ErasableSite,
  actor: StaffActor,
  { email, reason }: { email: string; reason: string },
  now: Date,
): Promise<Outcome<EraseRefusal, { cases: number }>> {
  if (reason.trim() === '') return { ok: false, reason: 'no-reason' }
  liftDeadline()
  const done = await inTransaction(db, async (db) => {
    const subject = await findSubject(db, personalData, email, actor)
    const { address, cases } = subject
    const isWhole = cases.length === (await findSubject(db, personalData, email, 'site')).cases.length
    const refusal = (await refusalOfFeatures(db, personalData, subject)) ?? refusalFor(subject)
    if (refusal) return { ok: false as const, reason: refusal }
    const erasing = { actor, reason, now, isAgain: false }
    const { hadAny, files } = await forgetSubject(db, personalData, subject, erasing)
    if (!hadAny) return { ok: false as const, reason: 'nothing-found' as const }
    // A restored backup erases a recorded address everywhere, including the cases that were left out.
    if (isWhole) await noteErasedAddress(db, address, now)
    await record(db, actor, 'person.erased', 'privacy', { reason, cases: cases.length }, now)
    return { ok: true as const, cases: cases.length, files }
  })
  if (!done.ok) return done
  await removeFiles(store, done.files)
  return { ok: true, cases: done.cases }
}

async function refusalOfFeatures(db: Db, { features }: AllPersonalData, subject: DataSubject) {
  for (const { refuse } of features) {
    const refusal = await refuse?.(db, subject)
    if (refusal) return refusal
  }
}

function refusalFor({ cases }: DataSubject): EraseRefusal | undefined {
  if (cases.some(({ isHeld }) => isHeld)) return 'case-held'
  return cases.some(({ isEnded }) => !isEnded) ? 'case-open' : undefined
}

const casesAtOnce = 100

/** Erases closed cases after the months in the settings, and returns how many. Repeating it changes nothing. */
export async function eraseOldCases(
  db: Db,
  { personalData, store }: ErasableSite,
  now: Date,
): Promise<number> {
  const due = await listDueForErasure(db, await casesRetainedSince(db, now), casesAtOnce)
  for (const { id, reference } of due) {
    const files = await inTransaction(db, async (db) => {
      await noteErasedCase(db, id, now)
      const erased = { wholeCases: [id], auditSubjects: [`case:${reference}`] }
      const erasing = { actor: system, reason: 'Its retention period ended.', now }
      const forgotten = await finishErasing(db, personalData, erased, erasing)
      await record(db, system, 'case.erased', `case:${reference}`, {}, now)
      return forgotten
    })
    await removeFiles(store, files)
  }
  return due.length
}

/** After the rows are permanently deleted. The daily clearing finds a file that a failure left behind. */
async function removeFiles(store: FileStore, names: string[]) {
  for (const sha256 of names) await store.remove(sha256)
}
