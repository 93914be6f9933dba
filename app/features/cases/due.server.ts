import type { ConfirmationPurpose, Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Facts, LetterDefinition } from '#features/letters/definition.ts'
import { claimTurn, sendLetter } from '#features/letters/operations.server.tsx'
import { noteReminder } from './confirmations.server.ts'
import { renewToken } from './confirmation-links.server.ts'

const day = 86_400_000
/** After this many days without an answer we send one reminder. */
const remindAfter = 10
/** But not this soon after staff have emailed them anyway. */
const restAfterFresh = 3
const atOnce = 200

/** Overdue cases, the longest overdue first. */
export function listOverdue(db: Db, caseTypes: readonly CaseTypeName[], now: Date) {
  return db
    .selectFrom('dossier')
    .select(['reference', 'process', 'state'])
    .where('process', 'in', caseTypes)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now.getTime())
    .orderBy('due_at')
    .limit(atOnce)
    .execute()
}

/** Unanswered requests without a reminder, oldest first. */
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
    .select('dossier.facts')
    .select('dossier.due_at as dueAt')
    .where('dossier.process', 'in', caseTypes)
    .where('confirmation.purpose', 'in', purposes)
    .where('confirmation.answered_at', 'is', null)
    .where('confirmation.voided_at', 'is', null)
    .where('confirmation.reminded_at', 'is', null)
    .where('confirmation.expires_at', '>', now.getTime())
    .where('confirmation.asked_at', '<=', now.getTime() - remindAfter * day)
    .where((eb) =>
      eb.or([
        eb('confirmation.resent_at', 'is', null),
        eb('confirmation.resent_at', '<=', now.getTime() - restAfterFresh * day),
      ]),
    )
    .where('dossier.ended_at', 'is', null)
    .orderBy('confirmation.asked_at')
    .limit(atOnce)
    .execute()
}

type Unanswered = Awaited<ReturnType<typeof listUnanswered>>[number]

/** Reminds someone once, with a new link. If the letter has to wait, the link that the person has works until then. */
export function remind(
  db: Db,
  origin: string,
  { id, name, email, caseId }: Unanswered,
  { letter, facts }: { letter: LetterDefinition; facts: Facts },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    // The row decides, so that only one of several processes sends the reminder.
    if (!(await noteReminder(db, id, now))) return
    const turn = await claimTurn(db, letter, email, now)
    const link = turn.heldUntil ? undefined : await renewToken(db, origin, id)
    await sendLetter(db, { name, email }, letter, { facts, link, caseId, turn }, now)
  })
}
