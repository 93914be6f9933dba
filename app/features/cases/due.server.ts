import type { ExpressionBuilder } from 'kysely'
import { dayMs } from '#office-time.ts'
import type { ConfirmationPurpose, Db, CaseTypeName, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { PlaceholderValues, LetterDefinition } from '#features/letters/definition.ts'
import { claimSendingTime, sendLetter } from '#features/letters/operations.server.tsx'
import { noteReminder } from './confirmations.server.ts'
import { renewToken } from './confirmation-links.server.ts'

/** After this many days without an answer we send a reminder. */
const remindAfter = 10
/** Another one this many days before the case lapses. */
const remindBefore = 5
/** Elections do not lapse: their reminders come this often, for so many days. */
const remindEvery = 14
const remindFor = 60
/** But not this soon after staff have emailed them anyway. */
const restAfterFresh = 3
const batchSize = 200

/** Overdue cases, the longest overdue first. */
export function listOverdue(db: Db, caseTypes: readonly CaseTypeName[], now: Date) {
  return db
    .selectFrom('dossier')
    .select(['reference', 'process', 'state'])
    .where('process', 'in', caseTypes)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now.getTime())
    .orderBy('due_at')
    .limit(batchSize)
    .execute()
}

/** Unanswered requests whose next reminder is due, oldest first: after ten days, and before the case lapses. */
export function listUnanswered(
  db: Db,
  caseTypes: readonly CaseTypeName[],
  purposes: readonly ConfirmationPurpose[],
  now: Date,
) {
  return db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select(['confirmation.id', 'confirmation.name', 'confirmation.email', 'confirmation.purpose'])
    .select(['dossier.id as caseId', 'dossier.reference', 'dossier.process', 'dossier.answers'])
    .select(['dossier.facts', 'dossier.state'])
    .select(['dossier.due_at as dueAt', 'confirmation.reminded_at as remindedAt'])
    .where('dossier.process', 'in', caseTypes)
    .where('confirmation.purpose', 'in', purposes)
    .where('confirmation.answered_at', 'is', null)
    .where('confirmation.voided_at', 'is', null)
    .where('confirmation.expires_at', '>', now.getTime())
    .where('confirmation.asked_at', '<=', now.getTime() - restAfterFresh * dayMs)
    .where((eb) => eb.or([isFirst(eb, now), isLast(eb, now), isNext(eb, now)]))
    .where((eb) =>
      eb.or([
        eb('confirmation.resent_at', 'is', null),
        eb('confirmation.resent_at', '<=', now.getTime() - restAfterFresh * dayMs),
      ]),
    )
    .where('dossier.ended_at', 'is', null)
    .orderBy('confirmation.asked_at')
    .limit(batchSize)
    .execute()
}

type Requests = ExpressionBuilder<Tables, 'confirmation' | 'dossier'>

/** A nomination that was carried forward has a year; its proposer is reminded only before it lapses. */
function isFirst(eb: Requests, now: Date) {
  return eb.and([
    eb('confirmation.reminded_at', 'is', null),
    eb('confirmation.purpose', '<>', 'renew'),
    eb('confirmation.asked_at', '<=', now.getTime() - remindAfter * dayMs),
  ])
}

function isLast(eb: Requests, now: Date) {
  return eb.and([
    eb('dossier.due_at', '<=', now.getTime() + remindBefore * dayMs),
    eb.or([
      eb('confirmation.reminded_at', 'is', null),
      eb('confirmation.reminded_at', '<', eb('dossier.due_at', '-', remindBefore * dayMs)),
    ]),
  ])
}

function isNext(eb: Requests, now: Date) {
  return eb.and([
    eb('confirmation.purpose', '=', 'accept'),
    eb('confirmation.reminded_at', '<=', now.getTime() - remindEvery * dayMs),
    eb('confirmation.asked_at', '>', now.getTime() - remindFor * dayMs),
  ])
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>[number]

/** Reminds someone, with a new link. If the letter has to wait, the link that the person has works until then. */
export function remind(
  db: Db,
  origin: string,
  { id, name, email, caseId, remindedAt }: Unanswered,
  { letter, facts }: { letter: LetterDefinition; facts: PlaceholderValues },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    // The row decides, so that only one of several processes sends the reminder.
    if (!(await noteReminder(db, id, remindedAt, now))) return
    const sendingTime = await claimSendingTime(db, letter, email, now)
    const link = sendingTime.heldUntil ? undefined : await renewToken(db, origin, id)
    await sendLetter(db, { name, email }, letter, { facts, link, caseId, sendingTime }, now)
  })
}
