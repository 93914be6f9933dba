import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { addPerson, changePerson } from './editing.server.ts'
import { gradeFields } from './person-fields.ts'
import type { NewPerson } from './register.ts'
import { findRecord } from './register-queries.server.ts'

/**
 * Only an admission gives a grade. What staff type into the register about grades is history, or a correction of it: an
 * administrator records it, with a reason that stays in the audit trail.
 */

export type GradeRefusal = 'grade-by-administrators' | 'grade-needs-reason'

interface Typed {
  person: NewPerson
  /** Why the register says something else about a grade from now on. */
  gradeReason: string
}

export function recordPerson(db: Db, actor: Actor, { person, gradeReason }: Typed, now: Date) {
  return inTransaction(db, async (db) => {
    const refusal = refuseGrade(actor, {}, person, gradeReason)
    return refusal ?? addPerson(db, actor, person, now, detailsOf({}, person, gradeReason))
  })
}

export function correctPerson(
  db: Db,
  actor: Actor,
  { id, version, person, gradeReason }: Typed & { id: string; version: number },
  now: Date,
) {
  return inTransaction(db, async (db) => {
    const current = await findRecord(db, id)
    // Someone with an older version of the page is told that first.
    const before = current?.version === version ? current : person
    const refusal = refuseGrade(actor, before, person, gradeReason)
    const details = detailsOf(before, person, gradeReason)
    return refusal ?? changePerson(db, actor, id, version, person, now, details)
  })
}

type About = Partial<Pick<NewPerson, (typeof gradeFields)[number]>>

/** Editors may not; the site itself may, when someone is admitted. */
export function mayWriteGrades(actor: Actor): boolean {
  return actor.kind === 'system' || (actor.kind === 'staff' && actor.role === 'admin')
}

function refuseGrade(
  actor: Actor,
  before: About,
  after: About,
  reason: string,
): Extract<Outcome<GradeRefusal>, { ok: false }> | undefined {
  if (!changesGrade(before, after)) return undefined
  if (!mayWriteGrades(actor)) return { ok: false, reason: 'grade-by-administrators' }
  return reason.trim() === '' ? { ok: false, reason: 'grade-needs-reason' } : undefined
}

function changesGrade(before: About, after: About): boolean {
  return gradeFields.some((field) => (before[field] ?? null) !== (after[field] ?? null))
}

function detailsOf(before: About, after: About, reason: string): { reason?: string } {
  return changesGrade(before, after) ? { reason: reason.trim() } : {}
}

/** Whether a file has columns about grades. */
export function writesGrades(columns: Partial<Record<string, number>>): boolean {
  return gradeFields.some((field) => columns[field] !== undefined)
}
