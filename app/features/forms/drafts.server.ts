import { newId } from '#db/id.ts'
import { fromJson, toJson } from '#db/json.ts'
import { lockRows } from '#db/lock.server.ts'
import type { Db, ProcessName } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Outcome } from '#features/outcome.ts'
import type { FileStore } from '#server/files.server.ts'
import { hashToken, newToken } from '#server/tokens.server.ts'
import type { Answers, AttachedFile, FileQuestion } from './questions.ts'
import { keyFromToken, newKey, seal, unseal } from './sealed.server.ts'
import { draftDays } from './terms.ts'

/** A form that somebody has begun. Whoever has its token may read and change it; nobody else can, staff included. */

const day = 86_400_000
const mostDraftBytes = 60 * 1024 * 1024

export interface DraftFile extends AttachedFile {
  sha256: string
  fileKey: string
}

interface Sealed {
  answers: Answers
  /** Parts that were saved without a fault. */
  done: string[]
  files: DraftFile[]
}

export interface FormDraft extends Sealed {
  id: string
  form: ProcessName
  version: number
  begunAt: Date
  expiresAt: Date
  sentAs: string | undefined
  /** The case that this form puts right, and the question that it answers. */
  reopens: Reopens | undefined
}

export interface Reopens {
  dossierId: string
  confirmationId: string
}

/** A fresh form, or that of a case which came back to be put right, with what it says. */
export async function beginDraft(
  db: Db,
  form: ProcessName,
  now: Date,
  reopened?: Reopens & { answers: Answers; files: DraftFile[] },
): Promise<string> {
  const token = newToken()
  const at = now.getTime()
  await db
    .insertInto('form_draft')
    .values({
      id: newId(),
      form,
      token_hash: hashToken(token),
      sealed: sealed(token, { answers: {}, done: [], files: [], ...pick(reopened) }),
      dossier_id: reopened?.dossierId ?? null,
      confirmation_id: reopened?.confirmationId ?? null,
      version: 1,
      begun_at: at,
      updated_at: at,
      expires_at: at + draftDays * day,
    })
    .execute()
  return token
}

export async function findDraft(
  db: Db,
  form: ProcessName,
  token: string,
  now: Date,
): Promise<FormDraft | undefined> {
  const row = await selectDraft(db, form, token, now).executeTakeFirst()
  return row && toDraft(row, token)
}

/** Keeps what was typed into one part, whether or not it is right, and notes whether it is. */
export function savePart(
  db: Db,
  form: ProcessName,
  token: string,
  saved: { part: string; answers: Answers; isDone: boolean },
  now: Date,
): Promise<Outcome<'not-found' | 'sent'>> {
  return changeDraft(db, form, token, now, (draft) => withPart(draft, saved))
}

/**
 * The same while somebody writes, unless the draft was changed since the page saw it: what comes late must not take
 * the place of what was saved meanwhile. Answers the version that the draft has now.
 */
export function keepPart(
  db: Db,
  form: ProcessName,
  token: string,
  saved: { part: string; answers: Answers; isDone: boolean; version: number },
  now: Date,
): Promise<Outcome<'not-found' | 'sent', { version: number; isKept: boolean }>> {
  return inTransaction(db, async (db) => {
    const row = await lockDraft(db, form, token, now)
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.sent_as !== null) return { ok: false, reason: 'sent' }
    if (row.version !== saved.version) return { ok: true, version: row.version, isKept: false }
    await writeDraft(db, row, token, withPart(toDraft(row, token), saved), now)
    return { ok: true, version: row.version + 1, isKept: true }
  })
}

function withPart(draft: Sealed, saved: { part: string; answers: Answers; isDone: boolean }): Sealed {
  return {
    ...draft,
    answers: { ...draft.answers, ...saved.answers },
    done: [...draft.done.filter((part) => part !== saved.part), ...(saved.isDone ? [saved.part] : [])],
  }
}

/** The bytes are on the disk, sealed, before the row that names them. */
export async function attachFile(
  db: Db,
  store: FileStore,
  form: ProcessName,
  token: string,
  {
    question,
    name,
    mediaType,
    bytes,
  }: { question: FileQuestion; name: string; mediaType: string; bytes: Buffer },
  now: Date,
): Promise<Outcome<'not-found' | 'sent' | 'too-many' | 'too-much'>> {
  const fileKey = newKey()
  const box = seal(fileKey, bytes)
  const sha256 = await store.put(box)
  return inTransaction(db, async (db) => {
    const row = await lockDraft(db, form, token, now)
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.sent_as !== null) return { ok: false, reason: 'sent' }
    const draft = toDraft(row, token)
    if (draft.files.filter((file) => file.question === question.name).length >= question.most)
      return { ok: false, reason: 'too-many' }
    if (draft.files.reduce((sum, file) => sum + file.bytes, bytes.length) > mostDraftBytes)
      return { ok: false, reason: 'too-much' }
    const id = newId()
    await db
      .insertInto('attachment')
      .values({
        id,
        draft_id: row.id,
        question: '',
        name: '',
        media_type: '',
        bytes: bytes.length,
        sha256,
        created_at: now.getTime(),
      })
      .execute()
    const file = {
      ...{ id, question: question.name, name, mediaType, bytes: bytes.length },
      ...{ sha256, fileKey: fileKey.toString('base64url') },
    }
    await writeDraft(db, row, token, { ...draft, files: [...draft.files, file] }, now)
    return { ok: true }
  })
}

export async function detachFile(
  db: Db,
  form: ProcessName,
  token: string,
  fileId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'sent'>> {
  return inTransaction(db, async (db) => {
    const outcome = await changeDraft(db, form, token, now, (draft) => ({
      ...draft,
      files: draft.files.filter((file) => file.id !== fileId),
    }))
    // Only what belongs to this very draft: whoever guesses an id removes nobody else's file.
    const own = db.selectFrom('form_draft').select('id').where('token_hash', '=', hashToken(token))
    if (outcome.ok)
      await db.deleteFrom('attachment').where('id', '=', fileId).where('draft_id', '=', own).execute()
    return outcome
  })
}

type Spent =
  | { ok: true; draft: FormDraft; spend: (reference: string) => Promise<void> }
  /** Gone, or sent already under this reference. */
  | { ok: false; sentAs: string | undefined }

/** Inside the transaction that makes a case of it: the draft is used up and forgets what it held. */
export async function spendDraft(db: Db, form: ProcessName, token: string, now: Date): Promise<Spent> {
  const row = await lockDraft(db, form, token, now)
  if (!row || row.sent_as !== null) return { ok: false, sentAs: row?.sent_as ?? undefined }
  const spend = async (reference: string) => {
    const empty = sealed(token, { answers: {}, done: [], files: [] })
    await db
      .updateTable('form_draft')
      .set({ sealed: empty, sent_as: reference, updated_at: now.getTime() })
      .where('id', '=', row.id)
      .execute()
  }
  return { ok: true, draft: toDraft(row, token), spend }
}

/** Throws what a person began and does not want to keep. */
export async function removeDraft(db: Db, form: ProcessName, token: string): Promise<void> {
  await db
    .deleteFrom('form_draft')
    .where('token_hash', '=', hashToken(token))
    .where('form', '=', form)
    .execute()
}

/** The ends of drafts that nobody has touched for long; their files go with the next clearing of the store. */
export async function clearDrafts(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('form_draft')
    .where('expires_at', '<=', now.getTime())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function changeDraft(
  db: Db,
  form: ProcessName,
  token: string,
  now: Date,
  change: (draft: Sealed) => Sealed,
): Promise<Outcome<'not-found' | 'sent'>> {
  return inTransaction(db, async (db) => {
    const row = await lockDraft(db, form, token, now)
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.sent_as !== null) return { ok: false, reason: 'sent' }
    await writeDraft(db, row, token, change(toDraft(row, token)), now)
    return { ok: true }
  })
}

async function writeDraft(
  db: Db,
  row: { id: string; version: number },
  token: string,
  { answers, done, files }: Sealed,
  now: Date,
) {
  await db
    .updateTable('form_draft')
    .set({
      sealed: sealed(token, { answers, done, files }),
      version: row.version + 1,
      updated_at: now.getTime(),
      expires_at: now.getTime() + draftDays * day,
    })
    .where('id', '=', row.id)
    .execute()
}

function selectDraft(db: Db, form: ProcessName, token: string, now: Date) {
  return db
    .selectFrom('form_draft')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('form', '=', form)
    .where('expires_at', '>', now.getTime())
}

function lockDraft(db: Db, form: ProcessName, token: string, now: Date) {
  return selectDraft(db, form, token, now).$call(lockRows(db)).executeTakeFirst()
}

function toDraft(
  row: {
    id: string
    form: ProcessName
    sealed: string
    version: number
    begun_at: number
    expires_at: number
    sent_as: string | null
    dossier_id: string | null
    confirmation_id: string | null
  },
  token: string,
): FormDraft {
  const text = unseal(keyFromToken(token), Buffer.from(row.sealed, 'base64')).toString()
  return {
    ...fromJson<Sealed>(text),
    id: row.id,
    form: row.form,
    version: row.version,
    begunAt: new Date(row.begun_at),
    expiresAt: new Date(row.expires_at),
    sentAs: row.sent_as ?? undefined,
    reopens:
      row.dossier_id !== null && row.confirmation_id !== null
        ? { dossierId: row.dossier_id, confirmationId: row.confirmation_id }
        : undefined,
  }
}

function pick(reopened: { answers: Answers; files: DraftFile[] } | undefined) {
  return reopened && { answers: reopened.answers, files: reopened.files }
}

function sealed(token: string, held: Sealed): string {
  return seal(keyFromToken(token), Buffer.from(toJson(held))).toString('base64')
}
