import type { ExpressionBuilder } from 'kysely'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { ConfirmationPurpose, Db, Tables } from '#db/schema/tables.ts'
import { removeUsedLinkByHash, removeUsedLink } from '#server/mail/mail-tokens.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'

/**
 * Confirmation requests to people without an account, by a mailed link. The page shows and only its button acts,
 * because programs follow links in letters. An answer is bound to the hash of exactly what was shown.
 */

export interface ConfirmationRequest {
  caseId: string
  purpose: ConfirmationPurpose
  name: string
  email: string
  /** The due time given to the person. */
  dueAt?: number | null
}

export interface Confirmation extends ConfirmationRequest {
  id: string
  requestedAt: Date
  remindedAt: Date | undefined
  answeredAt: Date | undefined
  isOver: boolean
}

/** Whether to send a reminder now: the request is open, and nobody has sent one since the given time. */
export async function noteReminder(db: Db, id: string, before: number | null, now: Date): Promise<boolean> {
  const noted = await updateOpen(db, now)
    .set({ reminded_at: now.getTime() })
    .where('id', '=', id)
    .where('reminded_at', before === null ? 'is' : '=', before)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** An unanswered request of a case that is still valid, though its link may have expired. */
export function findOpenRequest(db: Db, caseId: string, id: string) {
  return db
    .selectFrom('confirmation')
    .select(['id', 'purpose', 'name', 'email', 'asked_at', 'reminded_at', 'resent_at'])
    .where('id', '=', id)
    .where('dossier_id', '=', caseId)
    .where('purpose', '<>', 'status')
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
}

/** Reads without answering. A void request is not found. */
export async function findConfirmation(
  db: Db,
  purpose: ConfirmationPurpose,
  token: string,
  now: Date,
): Promise<Confirmation | undefined> {
  const row = await db
    .selectFrom('confirmation')
    .select(['id', 'dossier_id', 'name', 'email', 'asked_at', 'reminded_at', 'answered_at', 'expires_at'])
    .where(hasLink(token, now))
    .where('purpose', '=', purpose)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      caseId: row.dossier_id,
      purpose,
      name: row.name,
      email: row.email,
      requestedAt: new Date(row.asked_at),
      remindedAt: row.reminded_at === null ? undefined : new Date(row.reminded_at),
      answeredAt: row.answered_at === null ? undefined : new Date(row.answered_at),
      isOver: row.expires_at <= now.getTime(),
    }
  )
}

export interface ConfirmationAnswer {
  answer: Record<string, unknown>
  /** The sentences beside the button. */
  wording: string
  /** The hash of the case as it was shown; a different one means that it changed in between. */
  confirmedHash: string
  /** The hash of the part of it that the person saw. */
  shownHash?: string
}

/** Saves the answer. The row decides: of several requests with one link only one answers. */
export async function answerConfirmation(
  db: Db,
  purpose: ConfirmationPurpose,
  token: string,
  { answer, wording, confirmedHash, shownHash }: ConfirmationAnswer,
  now: Date,
): Promise<boolean> {
  const row = await updateOpen(db, now)
    .set({
      answered_at: now.getTime(),
      answer: toJson(answer),
      wording,
      confirmed_hash: confirmedHash,
      seen_hash: shownHash ?? null,
    })
    .where(hasLink(token, now))
    .where('purpose', '=', purpose)
    .returning(['email', 'token_hash'])
    .executeTakeFirst()
  if (row) await removeUsedLink(db, row.email, token)
  // Whoever answered from the own page has not used the mailed link.
  if (row) await removeUsedLinkByHash(db, row.email, row.token_hash)
  return row !== undefined
}

/** The request with this link: the mailed one, or the one from the own page. */
function hasLink(token: string, now: Date) {
  return (eb: ExpressionBuilder<Tables, 'confirmation'>) =>
    eb.or([
      eb('token_hash', '=', hashToken(token)),
      eb.and([eb('own_token_hash', '=', hashToken(token)), eb('own_expires_at', '>', now.getTime())]),
    ])
}

/** The same for a request whose form was submitted, which knows the row instead of the link. Returns what was asked. */
export async function answerById(
  db: Db,
  id: string,
  { confirmedHash }: { confirmedHash: string },
  now: Date,
): Promise<ConfirmationPurpose | undefined> {
  const row = await updateOpen(db, now)
    .set({ answered_at: now.getTime(), answer: toJson({}), confirmed_hash: confirmedHash })
    .where('id', '=', id)
    .returning('purpose')
    .executeTakeFirst()
  return row?.purpose
}

export async function voidConfirmations(
  db: Db,
  caseId: string,
  purpose: ConfirmationPurpose,
  now: Date,
): Promise<void> {
  await db
    .updateTable('confirmation')
    .set({ voided_at: now.getTime() })
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', purpose)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/** A closed case has no open requests; its status can still be seen. */
export async function voidOpenConfirmations(db: Db, caseId: string, now: Date): Promise<void> {
  await db
    .updateTable('confirmation')
    .set({ voided_at: now.getTime() })
    .where('dossier_id', '=', caseId)
    .where('purpose', '<>', 'status')
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/** A reopened case restores the requests it had when it was closed, at least until they are due. */
export async function askAgainWhatWasVoided(
  db: Db,
  { id, ended_at }: { id: string; ended_at: number | null },
  dueAt: number | null,
): Promise<void> {
  await db
    .updateTable('confirmation')
    .set((eb) => ({
      voided_at: null,
      expires_at: eb
        .case()
        .when('expires_at', '<', dueAt ?? 0)
        .then(dueAt ?? 0)
        .else(eb.ref('expires_at'))
        .end(),
    }))
    .where('dossier_id', '=', id)
    .where('answered_at', 'is', null)
    .where('voided_at', '=', ended_at)
    .execute()
}

interface CurrentText {
  id: string
  answers_hash: string
  /** What someone with a link of each purpose sees of it, as hashes. */
  seen?: Partial<Record<ConfirmationPurpose, string>>
}

/** All confirmation requests of a case, oldest first, each with whether it still matches the case. */
export async function listConfirmations(db: Db, caseRow: CurrentText) {
  const rows = await db
    .selectFrom('confirmation')
    .select(['id', 'purpose', 'name', 'email', 'asked_at', 'reminded_at', 'resent_at', 'expires_at'])
    .select(['answered_at', 'answer', 'wording', 'confirmed_hash', 'seen_hash', 'voided_at'])
    .where('dossier_id', '=', caseRow.id)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(({ answer, ...row }) => ({
    ...row,
    answer: answer === null ? undefined : fromJson<Record<string, unknown>>(answer),
    isOfThisText: isOf(row, caseRow),
  }))
}

function isOf(
  row: { purpose: ConfirmationPurpose; confirmed_hash: string | null; seen_hash: string | null },
  { answers_hash, seen }: CurrentText,
): boolean | undefined {
  if (row.confirmed_hash === null) return undefined
  const now = seen?.[row.purpose]
  return row.seen_hash === null || now === undefined
    ? row.confirmed_hash === answers_hash
    : row.seen_hash === now
}

/** Not answered, not void, not expired. */
function updateOpen(db: Db, now: Date) {
  return db
    .updateTable('confirmation')
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now.getTime())
}
