import type { RouterContextProvider } from 'react-router'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import type { LinkPurpose } from '#features/cases/purposes.ts'
import { shareOf } from '#features/cases/shares.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { canStartAgain } from '#features/casework/start-again.server.ts'
import { withdrawalWording } from '#features/casework/withdrawing.server.ts'
import { refusalOf } from '#features/cases/workflow.ts'
import type { Answers } from '#features/forms/questions.ts'
import { shownParts, type ShownPart } from '#features/forms/shown.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import { acceptedPhotograph } from '#features/nominations/confirmation-forms.ts'
import { listCorrectable, type CorrectableAddress } from '#features/nominations/address-correction.server.ts'
import { lacksDetails } from '#features/nominations/details/details.ts'
import { findLastWish } from '#features/nominations/declining.server.ts'
import { hasOpenCorrection, nextToAnswer } from '#features/nominations/confirmation-requests.server.ts'
import { electionOf } from '#features/nominations/shown-nomination.ts'
import { findShownHash } from '#features/nominations/shown-nomination.server.ts'
import { moneyText } from '#features/memberships/money.ts'
import { findPayRequestOf } from '#features/memberships/paying.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'

/** What the page behind a link shows; undefined if the link has expired. */
export interface ShownConfirmation {
  /** The type of the case, which decides the words of its forms. */
  caseType: string
  title: string
  lead: string
  reference: string
  about: string
  /** Only for links that show the status. */
  statusLabel?: string | undefined
  since?: number | undefined
  /** Whose answer the case waits for, and until when. */
  missing?: string | undefined
  due?: number | null | undefined
  /** The amount still to be paid, and the page that says how. */
  pay?: { amount: string; href: string } | undefined
  /** What the office wrote when it sent the case back. */
  reason?: string | undefined
  /** Whether the nominee still has to fill in the details, or may correct them. */
  details?: 'missing' | 'there' | undefined
  /** What an elected person accepts. */
  election?: { citation: string; electedOn: string } | undefined
  /** What the nominee wants corrected. */
  wish?: string | undefined
  parts: ShownPart[]
  /** The name of the picture that came with an earlier try. */
  savedFile?: string | undefined
  /** The purpose whose questions are on the page. */
  asks?: 'consent' | 'second' | 'accept'
  button?: string | undefined
  /** Whose address the proposer can still correct. */
  correctable?: CorrectableAddress[]
  /** Whether a new form can be started with what this one says. */
  canStartAgain?: boolean
  isGrave?: boolean
  hash: string
}

type ConfirmationCase = NonNullable<Awaited<ReturnType<typeof findConfirmationCase>>>

export async function showConfirmation(
  context: Readonly<RouterContextProvider>,
  purpose: LinkPurpose,
  token: string,
): Promise<ShownConfirmation | undefined> {
  const { db, now } = given({ context })
  const found = await findConfirmationCase(db, purpose, token, now)
  if (!found || found.confirmation.isOver || found.confirmation.answeredAt) return undefined
  const { caseRow } = found
  const caseType = caseTypeOf(caseRow.process, caseRow.answers)
  const common = {
    caseType: caseRow.process,
    reference: caseRow.reference,
    about: `${caseType.title}: ${caseRow.subject_name}`,
    hash: caseRow.answers_hash,
    parts: [],
  }
  switch (purpose) {
    case 'consent':
    case 'second':
    case 'accept': {
      const form = caseType.formFor(await readSettings(db), caseRow.answers)
      const { title, lead, shows, hides, button } = confirmationFormsFor(caseRow.process)[purpose]
      const isPhotograph = ({ question }: { question: string }) => question === acceptedPhotograph.name
      const sent = found.files.filter((file) => !isPhotograph(file))
      const savedFile = found.files.find(isPhotograph)?.name
      const parts = shownParts(form, caseRow.answers, sent, { without: hides })
      const seen = parts.filter(({ name }) => shows.includes(name))
      const hash = await findShownHash(db, purpose, caseRow.id)
      const election = purpose === 'accept' ? electionOf(caseRow.facts) : undefined
      const details = purpose === 'consent' ? detailsOf(caseRow.answers) : undefined
      return {
        ...common,
        hash,
        title,
        lead,
        parts: seen,
        asks: purpose,
        button,
        savedFile,
        election,
        details,
      }
    }
    case 'verify': {
      // Someone else may have sent it, so the page shows what is confirmed.
      const sent = { answers: caseRow.answers, files: found.files }
      const own = shareOf(caseType, await readSettings(db), 'sender', sent)
      const parts = shownParts(own.form, own.answers, own.files, { without: ['gender'] })
      return { ...common, ...verifying[caseRow.process === 'membership' ? 'applicant' : 'proposer'], parts }
    }
    case 'status': {
      const due = await findPayRequestOf(db, caseRow.reference)
      const pay = due && { amount: moneyText(due.missing), href: due.href }
      const correctable = (await listCorrectable(db, caseRow)).filter(({ whose }) => whose !== 'proposer')
      const isWrong = correctable.some(({ whose, isWrong }) => whose === 'nominee' && isWrong)
      const missing = caseRow.ended_at === null ? await missingIn(db, caseRow, isWrong) : undefined
      return {
        ...{ ...common, ...showStatus(found), pay, missing, correctable },
        ...{ due: missing ? caseRow.due_at : undefined, canStartAgain: canStartAgain(caseRow) },
      }
    }
    default:
      if (purpose === 'correct' && caseRow.state === 'submitted') {
        const wish = await findLastWish(db, caseRow.id)
        if (wish.of === 'seconder') return { ...common, ...anotherSeconder }
        return { ...common, ...nomineeCorrects, wish: wish.corrections }
      }
      return { ...common, ...reopenings[purpose], reason: caseRow.facts['reason'] }
  }
}

function detailsOf(answers: Answers): 'missing' | 'there' {
  return lacksDetails(answers) ? 'missing' : 'there'
}

const verifying = {
  applicant: {
    title: 'Confirm your email address',
    lead: 'We received this application with your email address. If it is yours, confirm the address and we will pass the application to the office. If it is not, close this page and the application will lapse.',
    button: 'Confirm my email address',
  },
  proposer: {
    title: 'Confirm your nomination',
    lead: 'We received this nomination in your name. If it is yours, confirm it: we will then email the nominee. If it is not, say so below.',
    button: 'Confirm my nomination',
  },
}

const anotherSeconder = {
  title: 'Name another seconder',
  lead: 'The person you named as seconder does not second the nomination. Open the form, name someone else and submit it again.',
  button: 'Open the form',
}

const nomineeCorrects = {
  title: 'Correct the nomination',
  lead: 'The nominee asks you to correct something before answering. Open the form, correct it and submit it again. We will then ask the nominee again.',
  button: 'Open the form',
}

const reopenings = {
  correct: {
    title: 'Correct the nomination',
    lead: 'The office has returned the nomination for correction. Open the form, correct it and submit it again.',
    button: 'Open the form',
  },
  renew: {
    title: 'Update the nomination',
    lead: 'The Academy has carried the nomination forward. Open the form, update it and submit it again.',
    button: 'Open the form',
  },
  answer: {
    title: 'Complete your application',
    lead: 'The office needs more information. Open the form, add it and submit it again.',
    button: 'Open the form',
  },
}

/** What the sender can expect or do next; only where the case waits for people outside. */
async function missingIn(
  db: Parameters<typeof readSettings>[0],
  { id, process: caseType, state, answers }: ConfirmationCase['caseRow'],
  isWrongAddress: boolean,
): Promise<string | undefined> {
  if (caseType === 'membership')
    return { submitted: 'Confirm your email address with the link in our first email.' }[state]
  if (state !== 'submitted') return waiting[state]
  if (await hasOpenCorrection(db, id)) return waiting['returned']
  const next = await nextToAnswer(db, id)
  if (next === 'nominee' && isWrongAddress) return correctNominee
  return next && nextSentences[next === 'nominee' && lacksDetails(answers) ? 'details' : next]
}

const waiting: Record<string, string | undefined> = {
  returned: 'Correct the form with the link in our newest email.',
  deferred: 'Update the form with the link in our newest email.',
}

const correctNominee =
  'Someone who got our email says that they are not the nominee. Correct the nominee’s email address below. Then we will email the nominee again.'

const nextSentences = {
  proposer: 'Confirm the nomination with the link in our first email. Until then we email nobody else.',
  nominee: 'We have emailed the nominee and are waiting for an answer.',
  details:
    'We have emailed the nominee and are waiting for the details that you left to them, and for their consent.',
  seconder: 'The nominee has agreed. We have emailed the seconder and are waiting for an answer.',
}

/** The status of the case, in the words for people outside; its sender may still withdraw it. */
function showStatus({ caseRow }: ConfirmationCase) {
  const { workflow } = caseTypeOf(caseRow.process, caseRow.answers)
  const by = caseRow.process === 'membership' ? ('applicant' as const) : ('proposer' as const)
  const mayWithdraw = refusalOf(workflow, 'withdraw', { state: caseRow.state }, by) === undefined
  return {
    title: `Status of ${caseRow.reference}`,
    lead: 'You can open this page for one day after your request.',
    statusLabel: workflow.states[caseRow.state]?.publicLabel,
    since: caseRow.state_at,
    ...(mayWithdraw && { button: withdrawalWording, isGrave: true }),
  }
}
