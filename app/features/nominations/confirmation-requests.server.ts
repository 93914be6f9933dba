import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { confirmSender, findOtherOpen } from '#features/cases/one-open-case.server.ts'
import { dueAt } from '#features/cases/operations.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { peopleOf } from './case-types.ts'
import { lettersFor } from './awards/letters-for.ts'
import { hasDeclinedToSecond } from './declining.server.ts'
import { hasNomineesDetails, lacksDetails } from './details/details.ts'
import { factsOf } from './facts.ts'
import type { NominationKind } from './form.ts'
import { hasReachedOther } from './not-me/queries.server.ts'
import { hasAnsweredThis } from './shown-nomination.server.ts'
import { workflow } from './workflow.ts'

/**
 * Whom a nomination asks, one after the other: the proposer proves the address, the nominee agrees, the seconder
 * seconds. Nobody is emailed about a nomination whose proposer is not proved.
 */

const requests = {
  proposer: { purpose: 'verify', letter: 'received' },
  nominee: { purpose: 'consent', letter: 'consent' },
  seconder: { purpose: 'second', letter: 'second' },
} as const

type ConfirmingRole = keyof typeof requests

const inOrder = ['proposer', 'nominee', 'seconder'] as const

/** The purposes of requests that scrutiny waits for. */
const awaitedPurposes = ['verify', 'consent', 'second', 'correct'] as const

/**
 * Asks the next person, unless a request is still open. Returns whether everyone has answered, so that scrutiny can
 * start. Nominations from before this order may have several open requests; they are all waited for.
 */
export async function requestNext(
  db: Db,
  origin: string,
  id: string,
  now: Date,
): Promise<'waiting' | 'complete'> {
  await voidRequestsToOthers(db, id, now)
  const open = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', id)
    .where('purpose', 'in', awaitedPurposes)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (open) return 'waiting'
  const next = await nextToAnswer(db, id)
  if (!next) {
    // Nominations from before proposers were asked count from here on.
    await confirmSender(db, id, now)
    return 'complete'
  }
  if (!(await isAtWrongAddress(db, id, next))) await askPerson(db, origin, id, next, now)
  return 'waiting'
}

/** Someone there has said that they are not the nominee or proposer. A seconder is named again in the form. */
async function isAtWrongAddress(db: Db, id: string, who: ConfirmingRole): Promise<boolean> {
  if (who === 'seconder') return false
  const { email } = peopleOf((await findNomination(db, id)).said)[who]
  return hasReachedOther(db, id, requests[who].purpose, email)
}

/** Who has to answer before scrutiny can start. */
export async function nextToAnswer(db: Db, id: string): Promise<ConfirmingRole | undefined> {
  const { said, ...caseRow } = await findNomination(db, id)
  const { sender_confirmed_at, subject_confirmed_at } = caseRow
  const { nominee, seconder } = peopleOf(said)
  const isOpen: Record<ConfirmingRole, boolean> = {
    proposer: sender_confirmed_at === null,
    nominee: subject_confirmed_at === null || (await hasAnsweredOther(db, 'consent', nominee.email, caseRow)),
    seconder: seconder.email !== '' && !(await hasSeconded(db, seconder.email, caseRow)),
  }
  return inOrder.find((who) => isOpen[who])
}

/** Whether the proposer has been asked to change the form and has not done so yet. */
export async function hasOpenCorrection(db: Db, id: string): Promise<boolean> {
  const open = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', id)
    .where('purpose', '=', 'correct')
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

async function hasSeconded(db: Db, email: string, caseRow: FoundNomination): Promise<boolean> {
  const isOfThis = await hasAnsweredThis(db, 'second', email, caseRow)
  return isOfThis === true && !(await hasDeclinedToSecond(db, caseRow.id, email))
}

/** Whether someone answered what the nomination said before a change, which is then put to them again. */
async function hasAnsweredOther(
  db: Db,
  purpose: 'consent' | 'second',
  email: string,
  caseRow: FoundNomination,
): Promise<boolean> {
  return (await hasAnsweredThis(db, purpose, email, caseRow)) === false
}

/** A request to someone whom the nomination no longer names is void. */
async function voidRequestsToOthers(db: Db, id: string, now: Date) {
  const named = peopleOf((await findNomination(db, id)).said)
  for (const who of inOrder)
    await db
      .updateTable('confirmation')
      .set({ voided_at: now.getTime() })
      .where('dossier_id', '=', id)
      .where('purpose', '=', requests[who].purpose)
      .where('email', '<>', named[who].email)
      .where('answered_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute()
}

/** Everyone gets the full time to answer, from the day of their own email. */
export async function askPerson(db: Db, origin: string, id: string, who: ConfirmingRole, now: Date) {
  const { said, ...caseRow } = await findNomination(db, id)
  const kind = caseRow.process as NominationKind
  const person = peopleOf(said)[who]
  const { purpose, letter } = requests[who]
  const due = dueAt(workflow.states.submitted.after?.days, now)
  await db.updateTable('dossier').set({ due_at: due }).where('id', '=', id).execute()
  const link = await askConfirmation(db, origin, { caseId: id, purpose, dueAt: due, ...person }, now)
  const facts = {
    ...factsOf(kind, caseRow.reference, said),
    other: await otherSentence(db, who, person.email, caseRow),
  }
  await sendLetter(db, person, lettersFor(kind)[letter], { facts, link, caseId: id }, now)
}

/** What else someone must know before they answer: that they answered before, or agreed to another nomination. */
async function otherSentence(
  db: Db,
  who: ConfirmingRole,
  email: string,
  caseRow: FoundNomination,
): Promise<string> {
  if (who === 'proposer') return ''
  if (await hasAnsweredOther(db, requests[who].purpose, email, caseRow))
    return 'You have answered before. The proposer has changed the nomination since then, so please read it again.'
  if (who === 'seconder') return ''
  const said = fromJson<Answers>(caseRow.answers)
  if (hasNomineesDetails(said)) return checkDetails
  const other = await findOtherOpen(db, caseRow)
  return [lacksDetails(said) && detailsWanted, other && alreadyAgreed(other)].filter(Boolean).join(' ')
}

function alreadyAgreed({ reference }: { reference: string }): string {
  return `You have already agreed to another nomination, ${reference}, that is still open. We can consider only one at a time.`
}

const checkDetails =
  'You have answered before. The proposer has submitted the nomination again, so please check whether your details are still right.'

const detailsWanted =
  'The proposer has left some details to you, such as your degrees, positions and publications. If you are willing, you fill them in before you agree. You can stop at any time and continue later.'

type FoundNomination = Omit<Awaited<ReturnType<typeof findNomination>>, 'said'>

async function findNomination(db: Db, id: string) {
  const row = await db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'subject_key', 'answers', 'answers_hash', 'facts'])
    .select(['category', 'form_version', 'sender_confirmed_at', 'subject_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, said: fromJson<Answers>(row.answers) }
}
