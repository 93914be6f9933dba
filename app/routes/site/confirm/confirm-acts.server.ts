import { join } from 'node:path'
import { redirect } from 'react-router'
import { officeDay } from '#office-time.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import {
  isReopening,
  reopenForm,
  type ReopenRequest,
  type FormPurpose,
} from '#features/cases/reopening.server.ts'
import { notStarted } from '#features/forms/drafts/begin-sentences.ts'
import { setDraftToken, readDraftToken } from '#routes/request/draft-cookies.server.ts'
import { checkForm, type FieldErrors } from '#features/forms/check.ts'
import { fileSentence } from '#features/forms/file-sentences.ts'
import { onlyApplicable, readPart } from '#features/forms/fields.ts'
import { isApplicable, textOf, type Answers, type FormPart } from '#features/forms/questions.ts'
import { verifyApplication } from '#features/memberships/operations.server.ts'
import { confirmationFormsFor } from '#features/nominations/awards/confirmation-forms-for.ts'
import { acceptedPhotograph, withoutConsent, wordingOf } from '#features/nominations/confirmation-forms.ts'
import { lacksDetails } from '#features/nominations/details/details.ts'
import { askForCorrections } from '#features/nominations/declining.server.ts'
import {
  answerNomination,
  confirmProposal,
  type AnswerPurpose,
} from '#features/nominations/answering.server.ts'
import { notTheNominee } from '#features/nominations/not-me/operations.server.ts'
import { savePhotograph } from '#features/nominations/photograph.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { checkSentFile } from '#features/forms/sent-file.server.ts'
import { linkAnswerForm } from '#features/cases/form.ts'
import { withClauses } from '#features/cases/rules/clause-words.ts'
import type { LinkPurpose } from '#features/cases/purposes.ts'
import { given } from '#routes/request/begin.server.ts'
import { redirectWith, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { withMixedForm, type SentFile } from '#server/input/mixed-form.server.ts'
import { declineAsSeconder, declineToPropose } from './declining-acts.server.ts'
import { linkExpired, refusals, statusOf } from './link-refusals.ts'
import { actOnStatus } from './status-acts.server.ts'
import type { Route } from './+types/confirm.ts'

/** What the button on the page behind a mailed link does, by the purpose of the link. */
export function actOn(args: Route.ActionArgs, purpose: LinkPurpose) {
  return purpose === 'accept' ? actWithPicture(args) : actWith(args, purpose, args.request)
}

async function actWith(args: Route.ActionArgs, purpose: LinkPurpose, request: Request, faults?: FieldErrors) {
  const form = await readForm(request, linkAnswerForm)
  if (!form.ok) return refuse(400, { form: form.errors['form'] ?? unreadableForm }, form.typed)
  const { token, shown, ...typed } = form.typed as { token: string; shown: string } & Record<string, string>
  if (purpose === 'status') return actOnStatus(args, token, typed)
  if (purpose === 'verify' && 'declineReason' in typed) return declineToPropose(args, { token, shown, typed })
  const asksNothing = purpose === 'verify' || isReopening(purpose)
  if (asksNothing && Object.keys(typed).length > 0) return refuse(400, { form: unreadableForm })
  if (isReopening(purpose)) return reopen(args, purpose, token)
  if (purpose === 'verify') return verify(args, token, shown)
  if (purpose === 'consent' && 'details' in typed) return reopen(args, purpose, token)
  if (purpose === 'second' && 'declineReason' in typed)
    return declineAsSeconder(args, { token, shown, typed })
  return answer(args, purpose, { token, shown, typed, faults })
}

interface AnswerSent {
  token: string
  shown: string
  typed: Record<string, string>
  /** What is wrong with an enclosed file. */
  faults: FieldErrors | undefined
}

/**
 * The only answer that may include a file. It is stored first, so that an error elsewhere does not lose it. Without a
 * working link in the address no byte of a file is written.
 */
async function actWithPicture(args: Route.ActionArgs) {
  const { name, maxBytes } = acceptedPhotograph
  const found = await findOpenAcceptance(args, args.url.searchParams.get('token') ?? '')
  const isRequested = found !== undefined && asksForPhotograph(found.caseRow.process)
  const folder = join(given(args).config.dataDir, 'uploads')
  const maxBytesOf = (field: string) => (field === name ? maxBytes : undefined)
  const limits = { folder, maxBytesOf, maxFiles: 2, maxFileBytes: 2 * maxBytes, dropFiles: !isRequested }
  return withMixedForm(args.request, limits, async ({ typed, files, dropped, fault }) => {
    if (fault && fault.reason !== 'too-much') return refuse(400, { form: unreadableForm }, typed)
    const token = typed['token'] ?? ''
    if (found && !isRequested && dropped.length > 0) return refuse(400, { form: unreadableForm }, typed)
    // The photograph must not be dropped silently if the answer itself would be accepted.
    if (dropped.length > 0 || token !== args.url.searchParams.get('token'))
      return refuse(410, linkExpired, typed)
    const faults = await takePicture(args, token, files)
    const tooMuch = { [name]: fileSentence(acceptedPhotograph, 'This file', 'too-large') }
    const request = new Request(args.request.url, { method: 'POST', body: new URLSearchParams(typed) })
    return actWith(args, 'accept', request, fault ? { ...tooMuch, ...faults } : faults)
  })
}

/** People who get an award are not listed in the directory, so their form asks for no photograph. */
function asksForPhotograph(caseType: string): boolean {
  return confirmationFormsFor(caseType).accept.part.questions.some(
    ({ name }) => name === acceptedPhotograph.name,
  )
}

async function findOpenAcceptance(args: Route.ActionArgs, token: string) {
  const { db, now } = given(args)
  const found = await findConfirmationCase(db, 'accept', token, now)
  return found && !found.confirmation.isOver && !found.confirmation.answeredAt ? found : undefined
}

async function takePicture(args: Route.ActionArgs, token: string, files: SentFile[]): Promise<FieldErrors> {
  const { db, config, privateFiles, client, now } = given(args)
  const [file] = files
  if (!file || !(await findOpenAcceptance(args, token))) return {}
  const sender = { network: networkOf(client.address), scanCommand: config.scanCommand }
  const checked = await checkSentFile(db, sender, acceptedPhotograph, file, now)
  if (!checked.ok) return { [acceptedPhotograph.name]: checked.sentence }
  await savePhotograph(db, privateFiles, token, checked.file, now)
  return {}
}

const otherNomination = {
  form: 'You have already agreed to another nomination that is still open. We can consider only one at a time. If you prefer this one, ask the office to close the other, then open this link again.',
}
const otherApplication = {
  form: 'You have another application that we have not decided yet. We can consider only one at a time. If you prefer this one, withdraw the other under “Track an application”, then open this link again.',
}
/** Words below an answer that was not chosen would be lost. */
function faultsOfOtherAnswers({ questions }: FormPart, answers: Answers): FieldErrors {
  const unread = questions.filter(
    (one) => one.kind === 'words' && !isApplicable(one, answers) && textOf(answers, one.name) !== '',
  )
  return Object.fromEntries(
    unread.map(({ name }) => [
      name,
      'This field belongs to another answer. Move your text to the field for the answer that you chose, or choose the other answer.',
    ]),
  )
}

async function answer(
  args: Route.ActionArgs,
  purpose: AnswerPurpose,
  { token, shown, typed, faults: ofFile }: AnswerSent,
) {
  const { db, config, actor, now } = given(args)
  const found = await findConfirmationCase(db, purpose, token, now)
  if (!found) return refuse(410, refusals['not-found'], typed)
  const { process: caseType } = found.caseRow
  const forms = confirmationFormsFor(caseType)
  const isWithoutDetails = purpose === 'consent' && lacksDetails(found.caseRow.answers)
  const confirmationForm = isWithoutDetails ? withoutConsent(forms.consent) : forms[purpose]
  const read = readPart(confirmationForm.part, typed)
  if (!read.ok) return refuse(400, { form: unreadableForm }, typed)
  const form = { version: 1, parts: [confirmationForm.part] }
  const checked = checkForm(form, read.answers, [], officeDay(now), confirmationForm.rules)
  const faults = {
    ...checked[confirmationForm.part.name],
    ...ofFile,
    ...faultsOfOtherAnswers(confirmationForm.part, read.answers),
  }
  if (Object.keys(faults).length > 0) return refuse(400, faults, typed)
  const isToCorrect = textOf(read.answers, 'willing') === 'correct'
  const isOther = textOf(read.answers, 'willing') === 'not-me'
  const agrees = purpose === 'second' || textOf(read.answers, agreement[purpose]) === 'yes'
  const answered = {
    agrees,
    answer: onlyApplicable([confirmationForm.part], read.answers),
    wording: wordingOf(confirmationForm),
    confirmedHash: shown,
  }
  const outcome = isOther
    ? await notTheNominee(db, actor, config.origin, token, answered, now)
    : isToCorrect
      ? await askForCorrections(db, actor, config.origin, token, answered, now)
      : await answerNomination(db, actor, config.origin, purpose, token, answered, now)
  if (!outcome.ok)
    return outcome.reason === 'other-open'
      ? refuse(409, otherNomination, typed)
      : refuse(statusOf(outcome.reason), refusals[outcome.reason], typed)
  const done = isOther ? reachedOther : isToCorrect ? willCorrect : thanksFor(caseType)[purpose](agrees)
  return { title: 'Thank you', done }
}

const reachedOther =
  'We have told the proposer and the office that our email reached the wrong person. We will send you no more emails about this nomination.'

const willCorrect =
  'We have asked the proposer to correct the nomination. We will email you when it is corrected.'

const agreement = { consent: 'willing', accept: 'accepts' } as const

type Thanks = Record<AnswerPurpose, (agrees: boolean) => string>

function thanksFor(caseType: string): Thanks {
  return caseType === 'award' ? { ...thanks, ...thanksForAward } : thanks
}

const thanksForAward: Pick<Thanks, 'consent' | 'accept'> = {
  consent: (agrees) =>
    agrees
      ? 'We have recorded your consent. If the nomination has a seconder, we now ask for their remarks; then the Academy considers it. We will email you if you are selected.'
      : thanks.consent(false),
  accept: (agrees) =>
    agrees
      ? 'We have recorded your acceptance. The office will email you about the presentation.'
      : 'We have recorded that you declined. We will not announce your selection.',
}

const thanks: Thanks = {
  consent: (agrees) =>
    agrees
      ? 'We have recorded your consent. If the nomination has a seconder, we now ask for their remarks; then the Academy considers it. We will email you if you are elected.'
      : 'We have closed the nomination and emailed the proposer.',
  second: () => 'We have recorded your remarks and your declaration.',
  accept: (agrees) =>
    agrees
      ? 'We have recorded your acceptance. The office will email you about your admission.'
      : 'We have recorded that you declined. We will not announce your election.',
}

async function verify(args: Route.ActionArgs, token: string, shown: string) {
  const { db, config, actor, now } = given(args)
  const found = await findConfirmationCase(db, 'verify', token, now)
  if (!found) return refuse(410, refusals['not-found'])
  if (found.caseRow.process !== 'membership')
    return confirmAsProposer(args, found.caseRow.process, token, shown)
  const answered = { answer: {}, wording: 'Confirm my email address', confirmedHash: shown }
  const outcome = await verifyApplication(db, actor, config.origin, token, answered, now)
  if (outcome.ok)
    return {
      title: 'Thank you',
      done: 'Your email address is confirmed. The office will now look at your application.',
    }
  return outcome.reason === 'other-open'
    ? refuse(409, otherApplication)
    : refuse(statusOf(outcome.reason), refusals[outcome.reason])
}

async function confirmAsProposer(args: Route.ActionArgs, caseType: string, token: string, shown: string) {
  const { db, config, actor, now } = given(args)
  const answered = { answer: {}, wording: 'Confirm my nomination', confirmedHash: shown }
  const outcome = await confirmProposal(db, actor, config.origin, token, answered, now)
  if (outcome.ok)
    return {
      title: 'Thank you',
      done: 'You have confirmed your nomination. We have emailed the nominee to ask for consent. Scrutiny starts when everyone has answered.',
    }
  if (outcome.reason === 'against-rules')
    return refuse(409, {
      form: `The rules of the Academy do not allow this nomination. ${outcome.clauses.join(' ')}`,
    })
  return outcome.reason === 'too-many'
    ? refuse(409, await tooManyFor(db, caseType, outcome.clauses))
    : refuse(statusOf(outcome.reason), refusals[outcome.reason])
}

async function tooManyFor(db: Parameters<typeof readSettings>[0], caseType: string, clauses?: string[]) {
  const { mostPerProposer } = await readSettings(db)
  const sentence = `You have already made ${mostPerProposer} nominations ${caseType === 'award' ? 'for this award' : 'in this cycle'}, the most that one proposer can make. Withdraw one of them under “Track an application”, then open this link again.`
  return { form: withClauses(sentence, clauses) }
}

async function reopen(args: Route.ActionArgs, purpose: FormPurpose, token: string) {
  const { db, config, client, now } = given(args)
  const opening: ReopenRequest = {
    link: token,
    ...{ network: networkOf(client.address), secret: config.secret },
    draftOf: (form, answers) =>
      readDraftToken(client.cookie, caseTypeOf(form, answers).cookie, config.origin),
    caseTypeOf,
  }
  const outcome = await reopenForm(db, purpose, opening, now)
  if (!outcome.ok)
    return outcome.reason === 'not-found'
      ? refuse(410, linkExpired)
      : refuse(outcome.reason === 'all-full' ? 507 : 429, { form: notStarted[outcome.reason] })
  const { href, cookie } = caseTypeOf(outcome.form, outcome.answers)
  if (outcome.isToAsk) return redirect(`${href}/resume?token=${token}`)
  return redirectWith(`${href}/tasks`, [setDraftToken(cookie, outcome.token, config.origin)])
}
