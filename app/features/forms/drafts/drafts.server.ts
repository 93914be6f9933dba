import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Outcome } from '#outcome.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import {
  emptyDraft,
  isTakenOver,
  minDraftBytes,
  linkColumns,
  lockDraft,
  lockToWrite,
  sealDraft,
  sealForSite,
  selectDraft,
  toDraft,
  writeDraft,
  type DraftFile,
  type DraftRow,
  type FormDraft,
  type NoDraft,
  type ReopenedCase,
  type SealedDraft,
} from './draft-rows.server.ts'
import { chooseAnswer, mergePage, type AnswerChoice, type StampedAnswers, type PageSaved } from './merge.ts'
import type { Answers } from '#features/forms/questions.ts'
import { chargeRemoved, findNoRoom, type NoRoom } from './storage-quota.server.ts'
import { draftDays } from '#features/forms/terms.ts'

export { isTakenOver, type DraftFile, type FormDraft, type NoDraft, type ReopenedCase }

/** A form that someone has started. Anyone with its token may read and change it; nobody else can, including staff. */

/** Many times the longest form, with every limit reached and a second answer beside each. */
const maxTextBytes = 4 * 1024 * 1024

/** What the form of a case that was sent back starts with. */
export interface ReopenedDraft extends ReopenedCase {
  answers: Answers
  files: DraftFile[]
  /** The token in the letter: it opens this form again on any device. */
  link: string
  /** Of the person's requests that this form may answer; what was typed behind one of them is continued. */
  requests: readonly string[]
  /** Whether this browser gets the form immediately; otherwise it is asked first. */
  isOpened: boolean
}

/** A new form, with the answers that its call gives, or that of a case that was sent back, with its answers. Its size counts against the network. */
export async function beginDraft(
  db: Db,
  form: CaseTypeName,
  now: Date,
  reopened?: ReopenedDraft,
  network = '',
  answers: Answers = {},
): Promise<string> {
  const [id, token] = [newId(), newToken()]
  const at = now.getTime()
  await db
    .insertInto('form_draft')
    .values({
      id,
      form,
      token_hash: hashToken(token),
      sealed: sealDraft(token, { ...emptyDraft, answers, ...pick(reopened) }),
      dossier_id: reopened?.caseId ?? null,
      confirmation_id: reopened?.confirmationId ?? null,
      ...linkColumns(reopened?.link, token),
      token_sealed: reopened ? await sealForSite(db, id, token) : null,
      link_opened_at: reopened?.isOpened ? at : null,
      network,
      bytes: minDraftBytes,
      version: 1,
      begun_at: at,
      updated_at: at,
      expires_at: at + draftDays * dayMs,
    })
    .execute()
  return token
}

export async function findDraft(
  db: Db,
  form: CaseTypeName,
  token: string,
  now: Date,
): Promise<FormDraft | undefined> {
  const row = await selectDraft(db, form, token, now).executeTakeFirst()
  return row && toDraft(row, token)
}

/** What a page sends to be saved. */
export interface PartSaved extends Partial<PageSaved> {
  part: string
  answers: Answers
  isDone: boolean
  /** If a page does not report what it showed, it has seen the draft if this is still its version. */
  version?: number
  choice?: AnswerChoice | undefined
}

export type SavedDraft = StampedAnswers & { version: number; newer: string[]; conflicts: string[] }

/** Saves what was typed into one part, valid or not, without losing what another page saved. */
export function savePart(
  db: Db,
  form: CaseTypeName,
  token: string,
  saved: PartSaved,
  now: Date,
): Promise<Outcome<NoDraft | NoRoom | 'too-much-text', SavedDraft>> {
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const { row } = found
    const draft = toDraft(row, token)
    const base = saved.base ?? (saved.version === row.version ? draft.answers : {})
    const page = { page: '', step: 0, ...saved, base }
    const merged = mergePage(draft, page, now.getTime(), newId)
    const { answers, stamps, others } = saved.choice
      ? chooseAnswer(merged, saved.choice, page, now.getTime(), newId)
      : merged
    const done = [...draft.done.filter((part) => part !== saved.part), ...(saved.isDone ? [saved.part] : [])]
    const held = { ...draft, answers, stamps, others, done }
    const refusal = await refuseText(db, row, token, held, now)
    if (refusal) return { ok: false, reason: refusal }
    await writeDraft(db, row, token, held, now)
    return {
      ok: true,
      ...{ answers, stamps, others, version: row.version + 1 },
      ...{ newer: merged.newer, conflicts: merged.conflicts },
    }
  })
}

/** Replaces the answers that a call gives; what was typed stays. */
export function giveAnswers(
  db: Db,
  form: CaseTypeName,
  token: string,
  given: Answers,
  now: Date,
): Promise<Outcome<NoDraft>> {
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const draft = toDraft(found.row, token)
    await writeDraft(db, found.row, token, { ...draft, answers: { ...draft.answers, ...given } }, now)
    return { ok: true }
  })
}

/** Short texts are always accepted, and so is anything that makes a long one shorter. */
async function refuseText(db: Db, row: DraftRow, token: string, held: SealedDraft, now: Date) {
  const [before, after] = [row.sealed.length, sealDraft(token, held).length]
  if (after <= before || after <= minDraftBytes) return undefined
  return after > maxTextBytes ? 'too-much-text' : findNoRoom(db, row.network, after - before, now)
}

type Spent =
  | { ok: true; draft: FormDraft; spend: (reference: string) => Promise<void> }
  /** Gone, or already submitted under this reference. */
  | { ok: false; sentAs: string | undefined }

/** Inside the transaction that makes a case of it: the draft is used up and its content is removed. */
export async function spendDraft(db: Db, form: CaseTypeName, token: string, now: Date): Promise<Spent> {
  const row = await lockDraft(db, form, token, now)
  if (!row || row.sent_as !== null) return { ok: false, sentAs: row?.sent_as ?? undefined }
  const spend = async (reference: string) => {
    await db
      .updateTable('form_draft')
      .set({
        ...{ sealed: sealDraft(token, emptyDraft), sent_as: reference },
        ...{ network: '', bytes: 0, updated_at: now.getTime() },
      })
      .where('id', '=', row.id)
      .execute()
  }
  return { ok: true, draft: toDraft(row, token), spend }
}

/** Discards a form that a person no longer wants. */
export async function removeDraft(db: Db, form: CaseTypeName, token: string, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const row = await lockDraft(db, form, token, now)
    if (!row) return
    await chargeRemoved(db, row.network, row.bytes - minDraftBytes, now)
    await db.deleteFrom('form_draft').where('id', '=', row.id).execute()
  })
}

function pick(reopened: { answers: Answers; files: DraftFile[] } | undefined) {
  return reopened && { answers: reopened.answers, files: reopened.files }
}
