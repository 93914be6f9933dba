import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { ConfirmationPurpose, Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { beginReopened, type NotStarted } from '#features/forms/drafts/beginning.server.ts'
import {
  findDraft,
  type DraftFile,
  type FormDraft,
  type ReopenedCase,
} from '#features/forms/drafts/drafts.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { answerById, findConfirmation, type Confirmation } from './confirmations.server.ts'
import { contentHash } from './content-hash.ts'
import { writeAddresses, type CaseRow } from './operations.server.ts'
import type { CaseType, FormShare } from './case-type.ts'
import { addressKey } from './people.ts'

/**
 * A case that the office sent back: the mailed link opens its form again, to be changed and submitted once more. The
 * person whom the case is about opens their share of the form by the link that asks for consent.
 */

export type ReopenPurpose = 'correct' | 'renew' | 'answer'

export function isReopening(purpose: ConfirmationPurpose): purpose is ReopenPurpose {
  return purpose === 'correct' || purpose === 'renew' || purpose === 'answer'
}

export type FormPurpose = ReopenPurpose | 'consent'

function opensForm(purpose: ConfirmationPurpose): purpose is FormPurpose {
  return isReopening(purpose) || purpose === 'consent'
}

function shareFor(purpose: FormPurpose): FormShare {
  return purpose === 'consent' ? 'subject' : 'sender'
}

export interface ReopenRequest {
  /** The token in the letter. */
  link: string
  network: string
  /** Opens the form that was begun by another link to the same request. */
  secret: string
  /** The token of the draft that the browser has of a form. */
  draftOf: (form: CaseTypeName, answers: Answers) => string | undefined
  caseTypeOf: (form: CaseTypeName, answers: Answers) => Pick<CaseType, 'shares'>
}

interface ReopenedForm {
  form: CaseTypeName
  /** What the case says. */
  answers: Answers
  /** Of the draft. */
  token: string
  /** Whether to ask first: the browser would lose another form, or share this one with another browser. */
  isToAsk: boolean
}

/**
 * The form with everything the case says, or that was typed into it since. The link works until the form is submitted.
 */
export function reopenForm(
  db: Db,
  purpose: FormPurpose,
  { link, network, secret, draftOf, caseTypeOf }: ReopenRequest,
  now: Date,
): Promise<Outcome<'not-found' | NotStarted, ReopenedForm>> {
  return inTransaction(db, async (db) => {
    const confirmation = await findConfirmation(db, purpose, link, now)
    if (!confirmation || confirmation.answeredAt || confirmation.isOver)
      return { ok: false, reason: 'not-found' }
    const caseRow = await db
      .selectFrom('dossier')
      .select(['id', 'process', 'answers'])
      .where('id', '=', confirmation.caseId)
      // Two people who open the letter at the same moment get one form.
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!caseRow) return { ok: false, reason: 'not-found' }
    const { process: form } = caseRow
    const answers = fromJson<Answers>(caseRow.answers)
    const known = draftOf(form, answers)
    const own = await findOwn(db, form, known, confirmation, now)
    if (own !== undefined) return { ok: true, form, answers, token: own, isToAsk: false }
    const { shares } = caseTypeOf(form, answers)
    const who = shareFor(purpose)
    const files = await listDraftFiles(db, caseRow.id)
    const reopened = {
      caseId: caseRow.id,
      confirmationId: confirmation.id,
      answers: shares ? shares.start(who, answers) : answers,
      files: files.filter(({ question }) => shares?.has(who, question, answers) ?? true),
      link,
      requests: await listRequestsTo(db, confirmation),
      isOpened: known === undefined,
    }
    const started = await beginReopened(db, form, { network, secret }, reopened, now)
    if (!started.ok) return started
    return { ok: true, form, answers, token: started.token, isToAsk: !started.isNew || !reopened.isOpened }
  })
}

/** Whose share of the form a draft of a case is, also after it was submitted. */
export async function findShare(db: Db, { confirmationId }: ReopenedCase): Promise<FormShare> {
  return (await findPurpose(db, confirmationId)) === 'consent' ? 'subject' : 'sender'
}

/** The browser may already have this very form, though another link leads to it by now. */
async function findOwn(
  db: Db,
  form: CaseTypeName,
  token: string | undefined,
  confirmation: { id: string; caseId: string; purpose: ConfirmationPurpose },
  now: Date,
): Promise<string | undefined> {
  const draft = token === undefined ? undefined : await findDraft(db, form, token, now)
  if (draft?.sentAs !== undefined || draft?.reopens?.caseId !== confirmation.caseId) return undefined
  if (draft.reopens.confirmationId === confirmation.id) return token
  const isOfSubject = (await findShare(db, draft.reopens)) === 'subject'
  if (!isOfSubject || confirmation.purpose !== 'consent') return undefined
  // Someone who is asked for consent again goes on with what they typed before.
  await db
    .updateTable('form_draft')
    .set({ confirmation_id: confirmation.id })
    .where('id', '=', draft.id)
    .execute()
  return token
}

/** Someone who is asked for consent again at the same address goes on with what they typed before. */
async function listRequestsTo(db: Db, { id, caseId, purpose, email }: Confirmation): Promise<string[]> {
  if (purpose !== 'consent') return [id]
  const rows = await db
    .selectFrom('confirmation')
    .select(['id', 'email'])
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', purpose)
    .execute()
  return rows.filter((row) => addressKey(row.email) === addressKey(email)).map((row) => row.id)
}

/** The files of a case with their keys, as a draft holds them. */
export async function listDraftFiles(db: Db, caseId: string): Promise<DraftFile[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'media_type', 'bytes', 'sha256', 'file_key'])
    .where('dossier_id', '=', caseId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ media_type, file_key, ...file }) => ({
    ...file,
    mediaType: media_type,
    fileKey: file_key ?? '',
  }))
}

interface Put {
  reference: string
  purpose: FormPurpose
  confirmationId: string
  /** What the case said before. */
  before: Answers
  /** What it says now: of several people who fill it in, the answers of all. */
  answers: Answers
}

export interface CorrectedForm {
  answers: Answers
  formVersion: number
  files: DraftFile[]
}

/**
 * Writes the corrections into the case and preserves the earlier text: confirmations given for that text then show as
 * being of an earlier one. The caller moves the case in the same transaction.
 */
export async function correctCase(
  db: Db,
  caseType: CaseType,
  { reopens }: FormDraft & { reopens: ReopenedCase },
  sent: CorrectedForm,
  now: Date,
): Promise<Outcome<'not-found', Put>> {
  const { caseId, confirmationId } = reopens
  const caseRow = await lockCaseById(db, caseId)
  const purpose = await findPurpose(db, confirmationId)
  if (!caseRow || caseRow.ended_at !== null || !purpose || !opensForm(purpose))
    return { ok: false, reason: 'not-found' }
  const before = fromJson<Answers>(caseRow.answers)
  const { answers, files } = await joinShares(db, caseType, shareFor(purpose), { id: caseId, before }, sent)
  const { formVersion } = sent
  const hash = contentHash(caseType, formVersion, answers, files)
  if (!(await answerById(db, confirmationId, { confirmedHash: hash }, now)))
    return { ok: false, reason: 'not-found' }
  await rewriteCase(db, caseType, caseRow, { answers, formVersion, hash }, now)
  await exchangeFiles(db, caseRow.id, files)
  return { ok: true, reference: caseRow.reference, purpose, confirmationId, before, answers }
}

async function findPurpose(db: Db, confirmationId: string): Promise<ConfirmationPurpose | undefined> {
  const found = await db
    .selectFrom('confirmation')
    .select('purpose')
    .where('id', '=', confirmationId)
    .executeTakeFirst()
  return found?.purpose
}

/** What the case says after one person has submitted their share: the answers and files of others stay. */
async function joinShares(
  db: Db,
  { shares }: CaseType,
  who: FormShare,
  { id, before }: { id: string; before: Answers },
  { answers: sent, files }: CorrectedForm,
): Promise<Pick<CorrectedForm, 'answers' | 'files'>> {
  if (!shares) return { answers: sent, files }
  const answers = shares.join(who, before, sent)
  const isOfOthers = ({ question }: DraftFile) =>
    !shares.has(who, question, before) && !shares.has(who, question, answers)
  return { answers, files: [...files, ...(await listDraftFiles(db, id)).filter(isOfOthers)] }
}

/** Replaces what a locked case says, preserves the earlier text, and forgets what a former address has proved. */
export async function rewriteCase(
  db: Db,
  caseType: CaseType,
  caseRow: CaseRow,
  { answers, formVersion, hash }: { answers: Answers; formVersion: number; hash: string },
  now: Date,
): Promise<void> {
  const about = caseType.aboutOf(answers)
  const subjectKey = about.subjectEmail.toLowerCase()
  const senderEmail = about.senderEmail.toLowerCase()
  if (hash !== caseRow.answers_hash) await saveEarlierText(db, caseRow, now)
  await db
    .updateTable('dossier')
    .set({
      answers: toJson(answers),
      answers_hash: hash,
      form_version: formVersion,
      subject_name: about.subjectName,
      subject_key: subjectKey,
      sender_name: about.senderName,
      sender_email: senderEmail,
      // A new address has not answered yet, whatever the former one did.
      ...(subjectKey !== caseRow.subject_key && { subject_confirmed_at: null }),
      ...(senderEmail !== caseRow.sender_email && { sender_confirmed_at: null }),
      institution: about.institution,
      discipline: about.discipline,
      call_id: about.call || null,
      category: about.category,
      payment_key: about.paymentNumber?.toUpperCase() || null,
      gender: about.gender || null,
    })
    .where('id', '=', caseRow.id)
    .execute()
  await writeAddresses(db, caseRow.id, caseType, answers)
}

function lockCaseById(db: Db, id: string) {
  return db.selectFrom('dossier').selectAll().where('id', '=', id).$call(lockRows(db)).executeTakeFirst()
}

async function saveEarlierText(db: Db, { id, answers, answers_hash }: CaseRow, now: Date) {
  await db
    .insertInto('dossier_text')
    .values({ dossier_id: id, answers_hash, answers, replaced_at: now.getTime() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function exchangeFiles(db: Db, caseId: string, files: DraftFile[]) {
  await db
    .deleteFrom('attachment')
    .where('dossier_id', '=', caseId)
    .where('id', 'not in', ['', ...files.map(({ id }) => id)])
    .execute()
  for (const { id, question, name, mediaType, fileKey } of files)
    await db
      .updateTable('attachment')
      .set({
        draft_id: null,
        dossier_id: caseId,
        question,
        name,
        media_type: mediaType,
        file_key: fileKey,
      })
      .where('id', '=', id)
      .execute()
}
