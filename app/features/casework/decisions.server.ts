import { isVisibleTo, readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction, tryPart } from '#db/engine/transaction.server.ts'
import { system, type Actor, type StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { addSiteNote } from '#features/cases/one-open-case.server.ts'
import { lockCase, lockCaseFor } from '#features/cases/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown } from '#server/input/shown-hash.server.ts'
import type { Undoing } from '#server/input/shown-hash.ts'
import { caseTypeOfRow } from './case-types.ts'
import { caseRefusals, sentenceOf } from './casework.server.ts'
import { moveAndRead, type PreviewedLetter } from './preview.server.ts'
import { factsInWords } from './releasing/decision-facts.ts'
import { changeSince, decidedParts, hashOfDecision } from './releasing/shown-decision.server.ts'

/**
 * Grave decisions: recorded by one officer, released by another, or after a delay. Until then nobody is emailed, the
 * register stays as it is, and any officer can withdraw the decision.
 */

export type DecisionRefusal =
  | 'not-found'
  | 'own-decision'
  | 'decision-changed'
  | 'letters-changed'
  | 'officer-gone'
  | 'refused'

export const decisionRefusals: Record<Exclude<DecisionRefusal, 'not-found' | 'refused'>, string> = {
  'own-decision':
    'You recorded this decision. Another administrator or member of the office has to release it.',
  'decision-changed': 'The decision has changed since you read it. Read it again, then release it.',
  'letters-changed':
    'The emails have changed since the decision was recorded. Read them again, then release it.',
  'officer-gone':
    'The person who recorded this decision may no longer make such decisions. Withdraw it and record it again.',
}

/** The decision about a case that waits, with who recorded it. */
export async function findDecision(db: Db, caseId: string) {
  const row = await db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select([
      'case_decision.move',
      'letters',
      'typed',
      'recorded',
      'decided_by as officerId',
      'case_decision.decided_at as at',
    ])
    .select(['release_at as releaseAt', 'decided_by_name as by', 'dossier.process', 'dossier.answers'])
    .where('dossier_id', '=', caseId)
    .executeTakeFirst()
  if (!row) return undefined
  const { process: caseType, answers, typed, recorded, ...decision } = row
  const rule = caseTypeOfRow({ process: caseType, answers }).workflow.moves[row.move]
  const letters = fromJson<PreviewedLetter[]>(row.letters)
  return {
    ...decision,
    label: rule?.label ?? row.move,
    facts: factsInWords(rule?.asks, fromJson<Record<string, string>>(typed)),
    recorded: fromJson<Record<string, string>>(recorded),
    letters,
    shownHash: hashOfDecision(row, letters),
  }
}

export type WaitingDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

type ReleaseOutcome =
  | Outcome<Exclude<DecisionRefusal, 'refused'>>
  | { ok: false; reason: 'refused'; sentence: string }

/** Carries out a decision that another officer recorded, if it and its emails are still as they were shown. */
export async function releaseDecision(
  db: Db,
  actor: StaffActor,
  origin: string,
  read: { reference: string; shownHash: string },
  now: Date,
): Promise<ReleaseOutcome> {
  const { name } = await db
    .selectFrom('staff_user')
    .select('name')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return carryOut(db, actor, origin, read.reference, { name, shownHash: read.shownHash }, now)
}

export function findOpenDecision(db: Db, reader: CaseReader, reference: string) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select(['dossier_id as caseId', 'decided_by as officerId', 'dossier.subject_name as name'])
    .where('reference', '=', reference)
    .where(isVisibleTo(reader))
    .executeTakeFirst()
}

/** Makes the move in the name of the officer who decided, if it still is and sends what was read. */
function carryOut(
  db: Db,
  actor: Actor,
  origin: string,
  reference: string,
  released: { name: string; shownHash?: string },
  now: Date,
): Promise<ReleaseOutcome> {
  return inTransaction(db, async (db) => {
    // The emails that it would send now, if they are not those that are stored.
    let changed: { at: number; letters: PreviewedLetter[] } | undefined
    const outcome = await tryPart(db, async (): Promise<ReleaseOutcome> => {
      const decision = await lockDecision(db, actor, reference, now)
      if (!decision) return { ok: false, reason: 'not-found' }
      if (actor.kind === 'staff' && decision.officerId === actor.id)
        return { ok: false, reason: 'own-decision' }
      const stored = fromJson<PreviewedLetter[]>(decision.letters)
      const shownHash = released.shownHash ?? hashOfDecision(decision, stored)
      if (changeSince(shownHash, decision, stored) === 'decision-changed')
        return { ok: false, reason: 'decision-changed' }
      const made = await makeDecidedMove(db, origin, decision, { actor, name: released.name }, now)
      if (!made.ok) return made
      const { letters } = made
      if (changeSince(shownHash, decision, letters)) {
        if (toJson(letters) !== decision.letters) changed = { at: decision.at, letters }
        return { ok: false, reason: 'letters-changed' }
      }
      const details = { move: decision.move }
      await record(db, actor, 'case.decision-released', `case:${reference}`, details, now)
      return { ok: true }
    })
    if (changed) await storeLetters(db, reference, changed)
    return outcome
  })
}

type Refused = Exclude<ReleaseOutcome, { ok: true }>

/** Makes the move of a decision, and returns the emails that it sends now. Commits nothing itself. */
export async function makeDecidedMove(
  db: Db,
  origin: string,
  decision: LockedDecision,
  releaser: { actor: Actor; name: string },
  now: Date,
): Promise<{ ok: true; letters: PreviewedLetter[] } | Refused> {
  const officer = decidingOfficer(decision, releaser.actor)
  if (!officer) return { ok: false, reason: 'officer-gone' }
  const { reference, move, officerId, by } = decision
  const typed = fromJson<Record<string, string>>(decision.typed)
  const released = {
    ...fromJson<Record<string, string>>(decision.recorded),
    ...(officerId === null && { decidedBy: by ?? 'a former member of staff' }),
    releasedBy: releaser.name,
  }
  const moving = { reference, move, typed, released }
  const { outcome, letters } = await moveAndRead(db, officer, origin, moving, now)
  if (outcome.ok) return { ok: true, letters }
  if (outcome.reason === 'not-found') return { ok: false, reason: 'officer-gone' }
  return { ok: false, reason: 'refused', sentence: sentenceOf(outcome) }
}

/**
 * The officer who decided, unless the account is disabled. If the account was deleted, the officer who releases it: two
 * have read it either way, and the history names both.
 */
function decidingOfficer(
  { officerId, role, state }: LockedDecision,
  releaser: Actor,
): StaffActor | undefined {
  if (officerId === null) return releaser.kind === 'staff' ? releaser : undefined
  if (role === null || state === 'disabled') return undefined
  return { kind: 'staff', id: officerId, role, address: '' }
}

/** The decision about a case that the actor may see. The case is locked first, so that nobody replaces the decision. */
export async function lockDecision(db: Db, actor: Actor, reference: string, now: Date) {
  const caseRow =
    actor.kind === 'staff'
      ? await lockCaseFor(db, readerOn(actor, now), reference)
      : await lockCase(db, reference)
  if (!caseRow) return undefined
  const decision = await db
    .selectFrom('case_decision')
    .leftJoin('staff_user', 'staff_user.id', 'case_decision.decided_by')
    .select(['move', 'typed', 'recorded', 'letters', 'decided_at as at', 'decided_by_name as by'])
    .select(['decided_by as officerId', 'dossier_id as caseId', 'staff_user.role', 'staff_user.state'])
    .where('dossier_id', '=', caseRow.id)
    .executeTakeFirst()
  return decision && { ...decision, reference }
}

type LockedDecision = NonNullable<Awaited<ReturnType<typeof lockDecision>>>

/** Only if the decision has not been replaced meanwhile. */
async function storeLetters(
  db: Db,
  reference: string,
  { at, letters }: { at: number; letters: PreviewedLetter[] },
) {
  await db
    .updateTable('case_decision')
    .set({ letters: toJson(letters), release_at: null })
    .where('dossier_id', 'in', db.selectFrom('dossier').select('id').where('reference', '=', reference))
    .where('decided_at', '=', at)
    .execute()
}

/** Takes a decision back before its release; nobody has heard of it. Undo takes back only the one that was recorded. */
export function withdrawDecision(
  db: Db,
  actor: StaffActor,
  { reference, shownHash }: { reference: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    const decision = await lockDecision(db, actor, reference, now)
    if (!decision) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, decidedParts(decision))) return { ok: false, reason: 'conflict' }
    const { caseId, move } = decision
    await db.deleteFrom('case_decision').where('dossier_id', '=', caseId).execute()
    await record(db, actor, 'case.decision-withdrawn', `case:${reference}`, { move }, now)
    return { ok: true }
  })
}

const byDelay = { name: 'the site, after the delay' }

/** Releases decisions whose delay is over. One that is no longer possible waits for an officer, with a note. */
export async function releaseDueDecisions(db: Db, origin: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select(['dossier.id', 'dossier.reference'])
    .where('release_at', '<=', now.getTime())
    .orderBy('release_at')
    .execute()
  // All of them wait once the settings require a second officer again.
  const mustWait = due.length > 0 && (await readSettings(db)).decisionsNeedRelease
  for (const { id, reference } of due) {
    const outcome = mustWait ? undefined : await carryOut(db, system, origin, reference, byDelay, now)
    if (outcome?.ok) continue
    await db.updateTable('case_decision').set({ release_at: null }).where('dossier_id', '=', id).execute()
    if (outcome) await addSiteNote(db, id, `A decision could not be released: ${whyNot(outcome)}`, now)
  }
}

export function whyNot(outcome: Refused): string {
  if (outcome.reason === 'refused') return outcome.sentence
  return outcome.reason === 'not-found' ? caseRefusals['not-found'] : decisionRefusals[outcome.reason]
}
