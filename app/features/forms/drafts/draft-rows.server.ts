import { dayMs } from '#office-time.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { openToken, sealToken } from '#server/mail/letter-links.server.ts'
import type { StampedAnswers } from './merge.ts'
import type { AttachedFile } from '#features/forms/questions.ts'
import { keyFromToken, seal, unseal } from '#features/forms/sealed.server.ts'
import { draftDays } from '#features/forms/terms.ts'

/** The rows of drafts: read and written here, opened and sealed with the browser's token. */

/** The minimum size that a draft counts for: this much text is accepted without a quota check. */
export const minDraftBytes = 64 * 1024

export interface DraftFile extends AttachedFile {
  sha256: string
  fileKey: string
}

export interface SealedDraft extends StampedAnswers {
  /** Parts that were saved without errors. */
  done: string[]
  files: DraftFile[]
  /** How many browsers have the token, as far as we issued it. */
  devices: number
}

export interface FormDraft extends SealedDraft {
  id: string
  form: CaseTypeName
  version: number
  startedAt: Date
  savedAt: Date
  expiresAt: Date
  sentAs: string | undefined
  /** The case that this form corrects, and the confirmation request that it answers. */
  reopens: ReopenedCase | undefined
}

export interface ReopenedCase {
  caseId: string
  confirmationId: string
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof lockDraft>>>

/** Why a draft cannot be used; `elsewhere` if its link was opened and this browser's token was revoked. */
export type NoDraft = 'not-found' | 'elsewhere' | 'sent'

export const emptyDraft: SealedDraft = {
  answers: {},
  stamps: {},
  others: {},
  done: [],
  files: [],
  devices: 1,
}

export function selectDraft(db: Db, form: CaseTypeName, token: string, now: Date) {
  return selectLive(db, form, now).where('token_hash', '=', hashToken(token))
}

export function selectLive(db: Db, form: CaseTypeName, now: Date) {
  return db
    .selectFrom('form_draft')
    .selectAll()
    .where('form', '=', form)
    .where('expires_at', '>', now.getTime())
}

/** The draft that a link opens, whether or not the link was opened before. One from the own page opens it for a day. */
export function selectByLink(db: Db, form: CaseTypeName, link: string, now: Date) {
  const hash = hashToken(link)
  return selectLive(db, form, now)
    .where('link_hash', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('confirmation')
            .select('confirmation.id')
            .where('own_token_hash', '=', hash)
            .where('own_expires_at', '<=', now.getTime()),
        ),
      ),
    )
}

/** The browser's token, sealed with the token of the link: the database alone opens nothing. */
export function linkColumns(link: string | undefined, token: string) {
  if (link === undefined) return { link_hash: null, link_sealed: null }
  const sealed = seal(keyFromToken(link), Buffer.from(token)).toString('base64')
  return { link_hash: hashToken(link), link_sealed: sealed }
}

export function tokenBehind({ link_sealed }: Pick<DraftRow, 'link_sealed'>, link: string): string {
  return unseal(keyFromToken(link), Buffer.from(link_sealed ?? '', 'base64')).toString()
}

/** The browser's token for the site itself, which opens the form for every link to the same request. */
export function sealForSite(db: Db, draftId: string, token: string): Promise<string | null> {
  return sealToken(db, ownerOf(draftId), token)
}

export function openedBySite(
  secret: string,
  { id, token_sealed }: Pick<DraftRow, 'id' | 'token_sealed'>,
): string | undefined {
  return token_sealed === null ? undefined : openToken(secret, ownerOf(id), token_sealed)
}

function ownerOf(draftId: string) {
  return { id: draftId, to: 'form' }
}

export function lockDraft(db: Db, form: CaseTypeName, token: string, now: Date) {
  return selectDraft(db, form, token, now).$call(lockRows(db)).executeTakeFirst()
}

/** The row to write to, or why there is none. */
export async function lockToWrite(
  db: Db,
  form: CaseTypeName,
  token: string,
  now: Date,
): Promise<{ row: DraftRow } | { row?: undefined; reason: NoDraft }> {
  const row = await lockDraft(db, form, token, now)
  if (row) return row.sent_as === null ? { row } : { reason: 'sent' }
  return { reason: (await isTakenOver(db, form, token, now)) ? 'elsewhere' : 'not-found' }
}

/** Whether the draft of this browser was opened by its mailed link, which revoked the browser's own token. */
export async function isTakenOver(db: Db, form: CaseTypeName, token: string, now: Date): Promise<boolean> {
  const row = await selectLive(db, form, now).where('previous_hash', '=', hashToken(token)).executeTakeFirst()
  return row !== undefined
}

export async function writeDraft(
  db: Db,
  row: { id: string; version: number },
  token: string,
  held: SealedDraft,
  now: Date,
) {
  const sealed = sealDraft(token, held)
  await db
    .updateTable('form_draft')
    .set({
      sealed,
      version: row.version + 1,
      bytes: Math.max(minDraftBytes, sealed.length) + (await sumOwnFiles(db, row.id)),
      updated_at: now.getTime(),
      expires_at: now.getTime() + draftDays * dayMs,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Without the files of a case that was sent back: those exist however often its form is opened. */
async function sumOwnFiles(db: Db, draftId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('attachment')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('draft_id', '=', draftId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export function toDraft(row: Omit<DraftRow, 'token_hash'>, token: string): FormDraft {
  const text = unseal(keyFromToken(token), Buffer.from(row.sealed, 'base64')).toString()
  return {
    // Older ones lack stamps and other answers, or the number of devices.
    ...{ ...emptyDraft, ...fromJson<Partial<SealedDraft>>(text) },
    id: row.id,
    form: row.form,
    version: row.version,
    startedAt: new Date(row.begun_at),
    savedAt: new Date(row.updated_at),
    expiresAt: new Date(row.expires_at),
    sentAs: row.sent_as ?? undefined,
    reopens:
      row.dossier_id !== null && row.confirmation_id !== null
        ? { caseId: row.dossier_id, confirmationId: row.confirmation_id }
        : undefined,
  }
}

export function sealDraft(token: string, held: SealedDraft): string {
  const { answers, stamps, others, done, files, devices } = held
  const text = toJson({ answers, stamps, others, done, files, devices })
  return seal(keyFromToken(token), Buffer.from(text)).toString('base64')
}
