import type { RouterContextProvider } from 'react-router'
import { officeDay } from '#office-time.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { findShare } from '#features/cases/reopening.server.ts'
import { checkForm, type FieldErrors } from '#features/forms/check.ts'
import { readDraftToken } from '#routes/request/draft-cookies.server.ts'
import { findDraft, isTakenOver, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { undecidedIn } from '#features/forms/drafts/other-answers.ts'
import { feeOf } from '#features/memberships/case-type.ts'
import { moneyText, readMoney } from '#features/memberships/money.ts'
import { payReferenceOf } from '#features/memberships/pay-reference.ts'
import { upiFor } from '#features/memberships/paying.server.ts'
import { upiLink, type UpiRequest } from '#features/memberships/upi.ts'
import type { Form } from '#features/forms/questions.ts'
import { findRequestedChange } from '#features/nominations/requested-change.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import { given } from '#routes/request/begin.server.ts'
import { notFound } from '#routes/site/frame/not-found.server.ts'
import { drawCode } from './draw-code.server.ts'
import type { FeeToPay } from './fee-panel.tsx'
import { formAt, type PublicForm } from './public-forms.server.ts'
import { callStatusOf, type CallStatus } from './call-status.ts'

/** What every page of a form needs: which form, whose draft, and the status of the call. */

interface FormRouteArgs {
  context: Readonly<RouterContextProvider>
  url: URL
}

export type FormSession = NonNullable<Awaited<ReturnType<typeof findFormSession>>>
export type DraftSession = FormSession & { token: string; draft: FormDraft }

/** For pages: where there is no form, they are not found. */
export async function readFormSession(args: FormRouteArgs & { request: Request }): Promise<FormSession> {
  const found = await findFormSession(args)
  if (!found) throw await notFound(args.context, args.request)
  return found
}

/** Undefined if no call of the award takes nominations here. */
export async function findFormSession(args: FormRouteArgs) {
  const { db, config, client, now } = given(args)
  const tokenOf = ({ cookie }: CaseType) => readDraftToken(client.cookie, cookie, config.origin)
  const findDraftOf = async (caseType: CaseType) => {
    const token = tokenOf(caseType)
    return token === undefined ? undefined : findDraft(db, caseType.name, token, now)
  }
  const found = await formAt(db, args.url.pathname, findDraftOf, now)
  if (!found) return undefined
  const { publicForm, call, draft } = found
  const { caseType } = publicForm
  const settings = await readSettings(db)
  const token = tokenOf(caseType)
  // People who have started a form can read it whatever happened to its call.
  if (caseType.name === 'award' && !call && !draft) return undefined
  const reopens = draft?.reopens
  const share = reopens ? await findShare(db, reopens) : 'sender'
  const isNominee = share === 'subject'
  return {
    ...{ publicForm, caseType, settings, call, db, config, client, now },
    token,
    draft,
    /** Whether a nominee fills in the details that the proposer left to them. */
    isNominee,
    share,
    change: reopens && !isNominee ? await findRequestedChange(db, reopens.caseId) : undefined,
    /** Whether the form of this browser was opened by its mailed link, which ended it here. */
    isTakenOver: token !== undefined && !draft ? await isTakenOver(db, caseType.name, token, now) : false,
    today: officeDay(now),
    form:
      draft && draft.sentAs === undefined
        ? caseType.formFor(settings, draft.answers)
        : wholeForm(publicForm, settings),
    wholePart: (name: string) => wholeForm(publicForm, settings).parts.find((part) => part.name === name),
    about: {
      title: isNominee ? 'Your details for the nomination' : publicForm.title,
      href: caseType.href,
      back: publicForm.back,
    },
  }
}

/** All parts that someone may still have open after the form has ended or asks for less, so that no text is lost. */
function wholeForm({ caseType, fixed, variants }: PublicForm, settings: Settings): Form {
  const forms = variants.map((answers) => caseType.formFor(settings, { ...fixed, ...answers }))
  const all = Map.groupBy(
    forms.flatMap(({ parts }) => parts),
    ({ name }) => name,
  )
  const parts = [...all.values()].map((same) => {
    const questions = same.flatMap((part) => part.questions).map((one) => [one.name, one] as const)
    return { ...same[0]!, questions: [...new Map(questions).values()] }
  })
  return { version: 1, ...forms[0], parts }
}

/** Whether there is a draft to write to: started in this browser, and neither expired nor submitted. */
export function isLive(formSession: FormSession): formSession is DraftSession {
  return formSession.draft !== undefined && formSession.draft.sentAs === undefined
}

export function callStatusIn(
  { call, publicForm, settings, now, change }: FormSession,
  { startedAt, reopens }: FormDraft,
): CallStatus {
  // A case that was sent back must be corrected by the day in its letter, whatever call is open.
  if (reopens) return { state: 'open', until: undefined, change }
  const { isOpenWithoutCall } = publicForm
  return callStatusOf(call, { isOpenWithoutCall, startedAt, graceMinutes: settings.graceMinutes }, now)
}

/** What needs correcting in the whole form, by part. */
export function faultsIn(
  { caseType, form, today }: FormSession,
  draft: FormDraft,
): Record<string, FieldErrors> {
  const faults = checkForm(form, draft.answers, draft.files, today, caseType.rules)
  for (const [part, undecided] of Object.entries(undecidedIn(form, draft)))
    faults[part] = { ...faults[part], ...undecided }
  return faults
}

/** What an applicant sees about the fee, once it is known which one applies. */
export function feeIn(
  { caseType, settings }: FormSession,
  { id, answers }: Pick<FormDraft, 'id' | 'answers'>,
): FeeToPay | undefined {
  if (caseType.name !== 'membership') return undefined
  const fee = readMoney(feeOf(settings, answers) ?? '')
  if (!fee) return { fee: undefined, howToPay: '' }
  const upi = upiFor(settings, fee, payReferenceOf(id))
  return { fee: moneyText(fee), howToPay: settings.bankDetails, upi: upi && showUpi(upi) }
}

export function showUpi(request: UpiRequest): NonNullable<FeeToPay['upi']> {
  const { payee, amount, reference } = request
  const link = upiLink(request)
  return { code: drawCode(link), link, payee, amount: moneyText(amount), reference }
}
