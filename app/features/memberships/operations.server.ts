import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { findConfirmation, type ConfirmationAnswer } from '#features/cases/confirmations.server.ts'
import {
  addSiteNote,
  confirmSender,
  confirmSubject,
  findOtherOpen,
  refusingSecondOpenCase,
} from '#features/cases/one-open-case.server.ts'
import { lockCase, type CaseRow } from '#features/cases/operations.server.ts'
import {
  applyMove,
  refusalToMove,
  type CaseMoveRequest,
  type StaleMoveRefusal,
} from '#features/cases/move-operations.server.ts'
import { findCaseById } from '#features/cases/queries.server.ts'
import { considerMove, storeJudgedMove } from '#features/cases/rules/decided-moves.server.ts'
import { sendForm, type SendRefusal, type SentCase } from '#features/cases/sending.server.ts'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { validityOf } from '#features/certificates/certificate-content.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { callFor, maySend } from '#features/calls/call.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { joinNewsletter } from '#features/newsletter/operations.server.ts'
import { enrolApplicant, type EnrolRefusal } from './enrolment.server.ts'
import { applicationCategories, type ApplicationCategory } from './form.ts'
import { membershipLetters, type MembershipFacts } from './letters.ts'
import { endings, notices } from './notices.ts'
import { feeOf, memberships } from './case-type.ts'
import { payReferenceOf } from './pay-reference.ts'
import { findPayRequest, isPaid, paymentFacts, takePayment, type PaymentRefusal } from './paying.server.ts'
import { upiLink, upiNote } from './upi.ts'
import { findConfirmingAddress, findRenewed } from './renewal.server.ts'
import { factsOfApplication } from './rule-facts.server.ts'
import type { MembershipMove } from './workflow.ts'

/** Accepts an application and asks the applicant to confirm the address. Without a call it is always open. */
export async function submitApplication(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  now: Date,
): Promise<Outcome<SendRefusal | 'closed', { reference: string }>> {
  const settings = await readSettings(db)
  const call = callFor(await listCalls(db, now), 'membership')
  return sendForm(
    db,
    actor,
    memberships,
    token,
    settings,
    {
      cycle: officeDay(now).slice(0, 4),
      // Nothing else may be refused here: the sender has not proved an address and must not learn about anyone.
      refuse: (_db, { startedAt }) =>
        Promise.resolve(call && !maySend(call, startedAt, settings.graceMinutes, now) ? 'closed' : undefined),
      again: async (db, sent, { before }) => {
        const isMoved = addressOf(before) !== addressOf(sent.answers)
        const move = isMoved ? ('ask-again' as const) : ('answer' as const)
        const moving = { reference: sent.reference, move, by: 'applicant', facts: {} } as const
        await moveApplication(db, actor, origin, moving, now)
        if (isMoved) await askToVerify(db, origin, sent, now)
        await storeFee(db, sent, { fee: feeOf(settings, sent.answers) ?? null })
      },
      follow: async (db, sent) => {
        const fee = feeOf(settings, sent.answers) ?? null
        await storeFee(db, sent, { fee, pay_reference: payReferenceOf(sent.draftId) })
        await askToVerify(db, origin, sent, now)
      },
    },
    now,
  )
}

async function storeFee(
  db: Db,
  { id }: SentCase,
  shown: { fee: string | null; pay_reference?: string },
): Promise<void> {
  await db.updateTable('dossier').set(shown).where('id', '=', id).execute()
}

function addressOf(answers: Answers): string {
  return memberships.aboutOf(answers).subjectEmail
}

/** The owner of the address learns from the letter whether they have another application. */
async function askToVerify(db: Db, origin: string, { id, reference, answers }: SentCase, now: Date) {
  const { subjectEmail, senderName } = memberships.aboutOf(answers)
  const renewed = await findRenewed(db, answers)
  const isElsewhere = renewed !== undefined && renewed.email !== '' && renewed.email !== subjectEmail
  const email = isElsewhere ? renewed.email : subjectEmail
  const name = isElsewhere ? `${renewed.member.givenName} ${renewed.member.familyName}`.trim() : senderName
  const link = await askConfirmation(db, origin, { caseId: id, purpose: 'verify', name, email }, now)
  const open = await findOtherOpen(db, {
    ...{ id, process: 'membership', subject_key: subjectEmail, category: '' },
  })
  const other = open ? otherSentence(open.reference) : ''
  const about = { facts: { ...factsOf(reference, answers), other }, link, caseId: id }
  const letter = isElsewhere ? membershipLetters.verifyRenewal : membershipLetters.verify
  await sendLetter(db, { name, email }, letter, about, now)
}

function otherSentence(reference: string): string {
  return `You have another application, ${reference}, that we have not decided yet. We can consider only one at a time.`
}

export type ApplicationRefusal = 'not-found' | StaleMoveRefusal | EnrolRefusal | PaymentRefusal

export type ApplicationMoveRequest = CaseMoveRequest & { move: MembershipMove; lineId?: string | undefined }

/** Moves an application, with everything that depends on the move: letters, links and the register. */
export function moveApplication(
  db: Db,
  actor: Actor,
  origin: string,
  moving: ApplicationMoveRequest,
  now: Date,
): Promise<Outcome<ApplicationRefusal, { to: string; version: number }>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCase(db, moving.reference)
    if (caseRow?.process !== 'membership') return { ok: false, reason: 'not-found' }
    const refusal = refusalToMove(caseRow, memberships, moving)
    if (refusal) return { ok: false, reason: refusal }
    const paid = await takePayment(db, actor, caseRow, moving, now)
    if (!paid.ok) return paid
    const about = { workflow: memberships.workflow, move: moving.move }
    const readFacts = () => factsOfApplication(db, caseRow, now)
    const judged = await considerMove(db, caseRow, about, readFacts, now)
    let { facts } = moving
    let link: string | undefined
    if (moving.move === 'enrol') {
      const { validFrom, validTo, identityCheck } = facts
      const enrolling = { validFrom, validTo, identityCheck }
      const enrolled = await enrolApplicant(db, actor, caseRow, enrolling, now)
      if (!enrolled.ok) return enrolled
      const { memberNo, certificate } = enrolled
      facts = { ...facts, number: memberNo, certificate: certificate.number }
      link = certificateAddress(origin, certificate.code)
    }
    const moved = await applyMove(db, actor, caseRow, memberships, { ...moving, facts }, now)
    await storeJudgedMove(db, judged, now)
    await notify(db, origin, moved, moving.move, link, now)
    const { reference, by } = moving
    // What was paid before anyone looked for it needs no second step.
    if (moving.move === 'check-payment' && (await isPaid(db, moved)))
      return moveApplication(db, actor, origin, { reference, move: 'payment-complete', by, facts: {} }, now)
    return { ok: true, to: moved.state, version: moved.version }
  })
}

async function notify(
  db: Db,
  origin: string,
  caseRow: CaseRow,
  move: MembershipMove,
  certificate: string | undefined,
  now: Date,
) {
  const notice = notices[move]
  if (!notice) return
  const answers = fromJson<Answers>(caseRow.answers)
  const to = await findCorrespondent(db, caseRow)
  const purpose = notice.asks
  const confirmation = { caseId: caseRow.id, dueAt: caseRow.due_at, ...to }
  const request = notice.asksToPay ? await findPayRequest(db, caseRow) : undefined
  const link = purpose
    ? await askConfirmation(db, origin, { ...confirmation, purpose }, now)
    : request
      ? `${origin}${request.href}`
      : certificate
  const facts = {
    ...factsOf(caseRow.reference, answers),
    ...movedFacts(move, caseRow.facts),
    ...(await paymentFacts(db, caseRow)),
  }
  const code = request?.upi && { text: upiLink(request.upi), note: upiNote(request.upi) }
  await sendLetter(db, to, notice.letter, { facts, link, caseId: caseRow.id, code }, now)
}

/** Who is emailed: at the address that confirmed the application, because nobody has proved another one in it. */
async function findCorrespondent(db: Db, { id, sender_name: name, sender_email, ...row }: CaseRow) {
  const proved = row.sender_confirmed_at === null ? undefined : await findConfirmingAddress(db, id)
  return { name, email: proved ?? sender_email }
}

export function factsOf(reference: string, answers: Answers): MembershipFacts {
  const category = textOf(answers, 'category') as ApplicationCategory
  return { reference, category: applicationCategories[category] }
}

export function movedFacts(move: MembershipMove, facts: string): MembershipFacts {
  const known = fromJson<Record<string, string | undefined>>(facts)
  const { reason, publicReason, number, validFrom, validTo } = known
  const statedReason = move === 'decline' ? (publicReason ?? '') : (reason ?? '')
  return {
    reason: endings[move] ?? statedReason,
    number: number ?? '',
    validity: validityOf('membership', validFrom ?? null, validTo ?? null) ?? 'from now on',
  }
}

/** The applicant confirms the address by a mailed link. */
export async function verifyApplication(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer,
  now: Date,
): Promise<Outcome<'not-found' | 'changed' | 'other-open'>> {
  const outcome = await refusingSecondOpenCase(() =>
    inTransaction(db, (db) => takeVerification(db, actor, origin, token, answered, now)),
  )
  if (!outcome.ok && outcome.reason === 'other-open') await noteOtherOpen(db, token, now)
  return outcome
}

async function takeVerification(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer,
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  const taken = await takeAnswer(db, actor, 'verify', token, answered, now)
  if (!taken.ok) return taken
  const { id, reference, sender_email, sender_name, answers } = taken.caseRow
  await confirmSubject(db, id, now)
  await confirmSender(db, id, now)
  await moveApplication(db, actor, origin, { reference, move: 'verify', by: 'applicant', facts: {} }, now)
  if (textOf(fromJson<Answers>(answers), 'newsletter') === 'yes')
    await joinNewsletter(db, origin, sender_email, sender_name, now)
  return { ok: true }
}

/** The office sees that the applicant wanted both. */
async function noteOtherOpen(db: Db, token: string, now: Date) {
  const confirmation = await findConfirmation(db, 'verify', token, now)
  const caseRow = confirmation && (await findCaseById(db, confirmation.caseId))
  const other = caseRow && (await findOtherOpen(db, caseRow))
  if (!other) return
  const body = `The applicant also tried to confirm this application. This was not possible, because ${other.reference} is not decided yet.`
  await addSiteNote(db, caseRow.id, body, now)
}
