import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { inWords, shownParts, type ShownPart } from '#features/forms/shown.ts'
import { changedLabels } from '#features/forms/compare.ts'
import {
  textOf,
  type Answers,
  type AttachedFile,
  type Form,
  type FormPart,
} from '#features/forms/questions.ts'
import { balanceOf, balanceSentence } from '#features/memberships/balance.ts'
import { moneyText } from '#features/memberships/money.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import {
  acceptedPhotograph,
  confirmationForms,
  declining,
  decliningProposal,
} from '#features/nominations/confirmation-forms.ts'
import { maxRuleLength } from '#features/nominations/workflow.ts'
import type { Settings } from '#features/settings/settings.ts'
import { isSentJustNow, lastSentAt } from '#features/cases/confirmation-links.server.ts'
import { doubtsAboutNomination, doubtsAboutSignature } from './doubts.ts'
import { caseTypeOf } from './case-types.ts'
import { joinWithin } from './join-within.ts'
import { stateLabel, waitingFor } from './queues.ts'
import { requestTitles } from './request-titles.ts'
import type { WaitingDecision } from './decisions.server.ts'
import type { ReadCase } from './reading.server.ts'
import { factsInWords } from './releasing/decision-facts.ts'
import { refusalSentences, staffMoves, type Workflow } from '#features/cases/workflow.ts'

/** One case as its page shows it: only what is named here reaches a browser. */

/** What those who decide must not know. */
const statisticsOnly = ['gender']

export function viewCase(read: ReadCase, settings: Settings, role: 'editor' | 'admin', now: Date) {
  const { caseRow, answers, files, isUnchanged } = read
  const caseType = caseTypeOf(caseRow.process, answers)
  const form = caseType.formFor(settings, answers)
  return {
    reference: caseRow.reference,
    title: caseType.title,
    process: caseRow.process,
    version: caseRow.version,
    name: caseRow.subject_name,
    state: stateLabel(caseRow.process, caseRow.state),
    publicState: caseType.workflow.states[caseRow.state]?.publicLabel ?? '',
    waits: waitsFor(caseType.workflow, caseRow.state),
    cycle: caseRow.cycle,
    receivedAt: caseRow.received_at,
    stateAt: caseRow.state_at,
    dueAt: caseRow.due_at,
    formVersion: caseRow.form_version,
    isSample: caseRow.sample_at !== null,
    isErased: caseRow.erased_at !== null,
    hold: caseRow.hold_at === null ? null : { at: caseRow.hold_at, reason: caseRow.hold_reason ?? '' },
    assignedTo: caseRow.assigned_to,
    personId: caseRow.person_id,
    recipientId: fromJson<{ recipient?: string }>(caseRow.facts).recipient,
    isUnchanged,
    parts: shownParts(form, answers, files.filter(isSent), { without: statisticsOnly }),
    moves: staffMoves(caseType.workflow, caseRow, role).map(({ move, rule, refusal }) => ({
      move,
      label: rule.label,
      isGrave: rule.grave === true,
      to: rule.undoes ? 'the previous status' : stateLabel(caseRow.process, rule.to),
      refusal: refusal && refusalSentences[refusal],
      asks: refusal ? [] : [...(rule.asks ?? [])],
      given: refusal ? {} : givenFor(move, read),
    })),
    decision: read.decision && viewDecision(read.decision),
    correctable: read.correctable,
    confirmations: viewConfirmations(read, form, now),
    history: viewHistory(read, caseType.workflow),
    notes: read.notes,
    payments: read.payments && viewPayments(read.fee, read.payments),
    letters: read.letters.map((letter) => (role === 'admin' ? letter : { ...letter, id: '' })),
    unreached: unreachedIn(read.letters),
    conflicts: read.conflicts,
    doubts: viewDoubts(read, settings),
    staff: read.staff,
  }
}

/** What the form and the rules already say, to be confirmed or changed with the move. */
function givenFor(move: string, { answers, ruleObjections }: ReadCase): Record<string, string> {
  if (move === 'propose-ineligible') {
    // The rules for the decision do not apply yet.
    const unmet = ruleObjections.filter(({ stage }) => stage === 'scrutiny')
    return {
      rule: joinWithin(
        unmet.flatMap(({ refusal }) => refusal ?? []),
        maxRuleLength,
      ),
    }
  }
  if (move === 'refer') return { section: textOf(answers, 'panel') }
  const prefilled = { elect: 'citation', admit: 'memberNo' } as const
  const name = Object.hasOwn(prefilled, move) ? prefilled[move as keyof typeof prefilled] : undefined
  return name === undefined ? {} : { [name]: textOf(answers, name) }
}

/** An erased case makes no claims any more. */
function viewDoubts(
  { caseRow, answers, register, ruleObjections, alike, confirmations }: ReadCase,
  settings: Settings,
): string[] {
  if (caseRow.erased_at !== null) return []
  const seconded = confirmations.findLast(
    ({ purpose, answer }) => purpose === 'second' && answer && !('declined' in answer),
  )
  const about = {
    ...{ process: caseRow.process, answers, holder: register.holder },
    seconderKnows: seconded && seconded.answer?.['knowsWork'] === 'yes',
    maxAge: Number(settings.associateMostAge),
    on: officeDay(new Date(caseRow.received_at)),
  }
  const signatures =
    caseRow.process === 'membership'
      ? doubtsAboutSignature('applicant', caseRow.sender_name, textOf(answers, 'signature'))
      : [
          ...doubtsAboutSignature('proposer', textOf(answers, 'proposerName'), textOf(answers, 'signature')),
          ...doubtsAboutSignature(
            'seconder',
            seconded?.name ?? '',
            textOf((seconded?.answer ?? {}) as Answers, 'signature'),
          ),
        ]
  const broken = ruleObjections.map(({ sentence }) => sentence)
  return [...alike, ...register.doubts, ...broken, ...doubtsAboutNomination(about), ...signatures]
}

function viewPayments(fee: ReadCase['fee'], payments: NonNullable<ReadCase['payments']>) {
  const balance = balanceOf(fee, payments)
  return {
    sentence: balanceSentence(balance),
    canRefund: balance.paid.minor > 0,
    lines: payments.map(({ id, kind, currency, minor, paidOn, payNumber, note, recordedBy }) => ({
      ...{ id, paidOn, payNumber, note, recordedBy },
      what: kind === 'received' ? 'Received' : 'Refunded',
      hasReceipt: kind === 'received',
      amount: moneyText({ currency, minor }),
    })),
  }
}

function viewDecision({ label, by, at, releaseAt }: WaitingDecision) {
  return { label, by: by ?? 'a former member of staff', at, releaseAt }
}

export type CaseView = ReturnType<typeof viewCase>

function waitsFor({ states }: Workflow, state: string): string {
  const waits = states[state]?.waitsFor
  return waits === undefined || waits === 'nobody' ? 'Nobody: the case is closed' : waitingFor[waits]
}

function viewConfirmations(read: ReadCase, form: Form, now: Date) {
  const { files } = read
  return read.confirmations
    .filter(({ purpose }) => purpose !== 'status')
    .map((one) => {
      const then = one.confirmed_hash === null ? undefined : read.earlier.get(one.confirmed_hash)
      return {
        id: one.id,
        what: requestTitles[one.purpose],
        name: one.name,
        email: one.email,
        requestedAt: one.asked_at,
        remindedAt: one.reminded_at,
        sentAt: lastSentAt(one),
        answeredAt: one.answered_at,
        status: confirmationStatus(one, now),
        newLink: newLinkFor(read, one, now),
        wording: one.wording,
        isOfThisText: one.isOfThisText,
        changed: one.isOfThisText === false && then ? changedLabels(form, then, read.answers) : [],
        answer: viewAnswer(
          read.caseRow.process,
          one,
          files.filter((file) => !isSent(file)),
        ),
      }
    })
}

/** Whether a file came with the form; the others came with an answer. */
function isSent({ question }: AttachedFile): boolean {
  return question !== acceptedPhotograph.name
}

type Confirmation = ReadCase['confirmations'][number]

function confirmationStatus(one: Confirmation, now: Date): 'answered' | 'void' | 'over' | 'waiting' {
  if (one.answered_at !== null) return 'answered'
  if (one.voided_at !== null) return 'void'
  return one.expires_at <= now.getTime() ? 'over' : 'waiting'
}

/** Whether staff may send a new link: now, after a waiting time, or not at all. */
function newLinkFor({ caseRow }: ReadCase, one: Confirmation, now: Date): 'now' | 'soon' | 'no' {
  const isOpen = one.answered_at === null && one.voided_at === null && caseRow.ended_at === null
  if (!isOpen) return 'no'
  return isSentJustNow(one, now) ? 'soon' : 'now'
}

/** In the words of the question; without the questions for statistics. */
function viewAnswer(
  caseType: string,
  { purpose, answer = {} }: Confirmation,
  files: AttachedFile[],
): ShownPart['items'] {
  const ownForm = answerForm(caseType, purpose, 'declined' in answer)
  const parts = shownParts(
    { version: 1, parts: ownForm },
    answer as Answers,
    purpose === 'accept' ? files : [],
    { without: statisticsOnly },
  )
  return parts.flatMap(({ items }) => items)
}

function answerForm(caseType: string, purpose: Confirmation['purpose'], isDeclined: boolean): FormPart[] {
  if (isDeclined) return [purpose === 'verify' ? decliningProposal : declining]
  if (!Object.hasOwn(confirmationForms, purpose)) return []
  return [confirmationFormsFor(caseType)[purpose as keyof typeof confirmationForms].part]
}

function viewHistory({ caseRow, moves }: ReadCase, workflow: Workflow) {
  return moves.map(({ number, move, from, to, by, at, facts }) => {
    const rule = Object.hasOwn(workflow.moves, move) ? workflow.moves[move] : undefined
    return {
      number,
      label: rule?.label ?? inWords(move),
      from: stateLabel(caseRow.process, from),
      to: stateLabel(caseRow.process, to),
      by,
      at,
      facts: factsInWords(rule?.asks, facts),
    }
  })
}

/** The addresses whose latest sent letter bounced; the latest letters come first. */
function unreachedIn(letters: ReadCase['letters']): string[] {
  const left = letters.filter(({ sentAt, bouncedAt }) => sentAt !== null || bouncedAt !== null)
  const latest = left.filter(({ to }, at) => left.findIndex((other) => other.to === to) === at)
  return latest.filter(({ to, bouncedAt }) => to !== '' && bouncedAt !== null).map(({ to }) => to)
}
