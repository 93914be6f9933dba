import { fromJson } from '#db/engine/json.ts'
import { lockWorkOn } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { findConfirmation, type ConfirmationAnswer } from '#features/cases/confirmations.server.ts'
import {
  addSiteNote,
  confirmSender,
  confirmSubject,
  findOtherOpen,
  refusingSecondOpenCase,
} from '#features/cases/one-open-case.server.ts'
import type { CaseRow } from '#features/cases/operations.server.ts'
import { findCaseById } from '#features/cases/queries.server.ts'
import { clausesOn, findRuled } from '#features/cases/rules/ruled-case.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { countByProposer } from './cycles.server.ts'
import { lacksDetails } from './details/details.ts'
import { continueNomination, moveNomination } from './operations.server.ts'
import { forgetPhotograph } from './photograph.server.ts'
import { clausesAgainstProposal } from './rules/judging.server.ts'
import { shownTo } from './shown-nomination.server.ts'
import type { NominationMove } from './workflow.ts'

/** The answers of people named in a nomination, by their mailed links. */

export type ProposalOutcome =
  | Outcome<'not-found' | 'changed'>
  | { ok: false; reason: 'against-rules'; clauses: string[] }
  | { ok: false; reason: 'too-many'; clauses?: string[] }

/** The proposer confirms the nomination; from then on it counts for them, if they may make another. */
export async function confirmProposal(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer,
  now: Date,
): Promise<ProposalOutcome> {
  const { mostPerProposer: max } = await readSettings(db)
  return inTransaction(db, async (db): Promise<ProposalOutcome> => {
    const confirmation = await findConfirmation(db, 'verify', token, now)
    // If one proposer confirms two simultaneously, the second counts what the first has left.
    if (confirmation) await lockWorkOn(db, 'proposer', confirmation.email)
    const caseRow = confirmation && (await findCaseById(db, confirmation.caseId))
    if (!caseRow || caseRow.process === 'membership') return { ok: false, reason: 'not-found' }
    const clauses = await clausesAgainstProposal(db, caseRow.id, now)
    if (clauses.length > 0) return { ok: false, reason: 'against-rules', clauses }
    const made = await countByProposer(db, caseRow.process, confirmation.email, caseRow)
    if (made >= max) return { ok: false, reason: 'too-many', ...(await limitClauses(db, caseRow.id, now)) }
    const taken = await takeAnswer(db, actor, 'verify', token, answered, now)
    if (!taken.ok) return taken
    await confirmSender(db, caseRow.id, now)
    await continueNomination(db, actor, origin, taken.caseRow, now)
    return { ok: true }
  })
}

async function limitClauses(db: Db, caseId: string, now: Date): Promise<{ clauses?: string[] }> {
  const one = await findRuled(db, caseId)
  return one ? clausesOn(db, one, 'per-proposer', one.category, now) : {}
}

/** What the nominee and the seconder answer, and the nominee who is elected. */
export type AnswerPurpose = 'consent' | 'second' | 'accept'

/**
 * Saves an answer that came by a mailed link, and moves the nomination if that was the last one it waited for. A
 * nominee who says no ends it.
 */
export async function answerNomination(
  db: Db,
  actor: Actor,
  origin: string,
  purpose: AnswerPurpose,
  token: string,
  answered: ConfirmationAnswer & { agrees: boolean },
  now: Date,
): Promise<Outcome<'not-found' | 'changed' | 'other-open' | 'details-missing'>> {
  const outcome = await refusingSecondOpenCase(() =>
    inTransaction(db, async (db): Promise<Outcome<'not-found' | 'changed' | 'details-missing'>> => {
      if (purpose === 'consent' && answered.agrees && (await waitsForDetails(db, token, now)))
        return { ok: false, reason: 'details-missing' }
      const taken = await takeAnswer(db, actor, purpose, token, answered, now, shownTo(purpose))
      if (!taken.ok) return taken
      await followAnswer(db, actor, origin, taken.caseRow, { purpose, agrees: answered.agrees }, now)
      return { ok: true }
    }),
  )
  if (!outcome.ok && outcome.reason === 'other-open') await noteOtherOpen(db, purpose, token, now)
  return outcome
}

/** Whether the proposer has left the details to the nominee, who agrees at the end of that form. */
async function waitsForDetails(db: Db, token: string, now: Date): Promise<boolean> {
  const confirmation = await findConfirmation(db, 'consent', token, now)
  if (!confirmation) return false
  const { answers } = await db
    .selectFrom('dossier')
    .select('answers')
    .where('id', '=', confirmation.caseId)
    .executeTakeFirstOrThrow()
  return lacksDetails(fromJson<Answers>(answers))
}

async function followAnswer(
  db: Db,
  actor: Actor,
  origin: string,
  caseRow: CaseRow,
  { purpose, agrees }: { purpose: AnswerPurpose; agrees: boolean },
  now: Date,
) {
  const { id, reference } = caseRow
  const move = (move: NominationMove) =>
    moveNomination(db, actor, origin, { reference, move, by: 'nominee', facts: {} }, now)
  if (purpose === 'accept' && !agrees) await forgetPhotograph(db, id)
  if (!agrees) await move('decline')
  else if (purpose === 'accept') await move('accept')
  else {
    if (purpose === 'consent') await confirmSubject(db, id, now)
    await continueNomination(db, actor, origin, caseRow, now)
  }
}

async function noteOtherOpen(db: Db, purpose: AnswerPurpose, token: string, now: Date) {
  const confirmation = await findConfirmation(db, purpose, token, now)
  if (confirmation) await noteOtherOpenIn(db, confirmation.caseId, now)
}

/** The office sees that the nominee wanted both. */
export async function noteOtherOpenIn(db: Db, caseId: string, now: Date) {
  const caseRow = await findCaseById(db, caseId)
  const other = caseRow && (await findOtherOpen(db, caseRow))
  if (!other) return
  const body = `The nominee also tried to agree to this nomination. This was not possible, because ${other.reference}, to which the nominee has already agreed, is still open.`
  await addSiteNote(db, caseRow.id, body, now)
}
