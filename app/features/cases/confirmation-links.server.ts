import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import { endLink } from '#features/forms/drafts/beginning.server.ts'
import { removeUsedLinkByHash } from '#server/mail/mail-tokens.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { type ConfirmationRequest, voidConfirmations } from './confirmations.server.ts'

/** How long each link works at least; one with a later due day works until then. */
const lifeMs: Record<ConfirmationPurpose, number> = {
  consent: 30 * dayMs,
  second: 30 * dayMs,
  verify: 14 * dayMs,
  correct: 60 * dayMs,
  renew: 400 * dayMs,
  answer: 60 * dayMs,
  accept: 120 * dayMs,
  status: dayMs,
}

/** The address for the letter. Older requests of the same purpose in the same case become void. */
export async function askConfirmation(
  db: Db,
  origin: string,
  confirmation: ConfirmationRequest,
  now: Date,
): Promise<string> {
  const { caseId, purpose, name, email, dueAt } = confirmation
  const token = newToken()
  await voidConfirmations(db, caseId, purpose, now)
  await db
    .insertInto('confirmation')
    .values({
      id: newId(),
      dossier_id: caseId,
      purpose,
      name,
      email,
      token_hash: hashToken(token),
      asked_at: now.getTime(),
      expires_at: endOf(purpose, dueAt, now),
    })
    .execute()
  return `${origin}/confirm/${purpose}?token=${token}`
}

/**
 * A reminder carries a new link to the same request, because we do not store the old one; that stops working, also for
 * the form that was opened with it.
 */
export async function renewToken(db: Db, origin: string, id: string): Promise<string> {
  const token = newToken()
  const before = await db
    .selectFrom('confirmation')
    .select(['email', 'token_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (before) await endMailedLink(db, before)
  const { purpose } = await db
    .updateTable('confirmation')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .returning('purpose')
    .executeTakeFirstOrThrow()
  return `${origin}/confirm/${purpose}?token=${token}`
}

/** For the form that was opened with it, and for the email log, which must not send it again. */
async function endMailedLink(db: Db, { email, token_hash }: { email: string; token_hash: string }) {
  await endLink(db, token_hash)
  await removeUsedLinkByHash(db, email, token_hash)
}

interface SentTimes {
  asked_at: number
  reminded_at: number | null
  resent_at: number | null
}

/** When the newest link to a request was sent, for whatever reason. */
export function lastSentAt({ asked_at, reminded_at, resent_at }: SentTimes): number {
  return Math.max(asked_at, reminded_at ?? 0, resent_at ?? 0)
}

const restMs = 10 * 60_000

/** Whether it is too early for another link. A time in the future comes from a clock that was set back. */
export function isSentJustNow(confirmation: SentTimes, now: Date): boolean {
  const since = now.getTime() - lastSentAt(confirmation)
  return since >= 0 && since < restMs
}

/**
 * A link to the same request that works as long as a new one, also if the former had expired. The former stops working,
 * and so does one from the own page.
 */
export async function replaceLink(
  db: Db,
  origin: string,
  { id, purpose, dueAt }: { id: string; purpose: ConfirmationPurpose; dueAt: number | null },
  now: Date,
): Promise<string> {
  const token = newToken()
  const before = await db
    .selectFrom('confirmation')
    .select(['email', 'token_hash', 'own_token_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (before) await endMailedLink(db, before)
  if (before?.own_token_hash) await endLink(db, before.own_token_hash)
  await db
    .updateTable('confirmation')
    .set({
      ...{ token_hash: hashToken(token), own_token_hash: null, own_expires_at: null },
      ...{ resent_at: now.getTime(), expires_at: endOf(purpose, dueAt, now) },
    })
    .where('id', '=', id)
    .execute()
  return `${origin}/confirm/${purpose}?token=${token}`
}

const ownLinkMs = dayMs

/**
 * A link for someone who opens the request on their own page. It ends the former one from there. The mailed one stays as
 * it is, unless it has expired: then this one replaces it.
 */
export async function addOwnLink(
  db: Db,
  origin: string,
  request: { id: string; purpose: ConfirmationPurpose; dueAt: number | null; expiresAt: number },
  now: Date,
): Promise<string> {
  if (request.expiresAt <= now.getTime()) return replaceLink(db, origin, request, now)
  const before = await db
    .selectFrom('confirmation')
    .select('own_token_hash')
    .where('id', '=', request.id)
    .executeTakeFirst()
  if (before?.own_token_hash) await endLink(db, before.own_token_hash)
  const token = newToken()
  await db
    .updateTable('confirmation')
    .set({ own_token_hash: hashToken(token), own_expires_at: now.getTime() + ownLinkMs })
    .where('id', '=', request.id)
    .execute()
  return `${origin}/confirm/${request.purpose}?token=${token}`
}

function endOf(purpose: ConfirmationPurpose, dueAt: number | null | undefined, now: Date): number {
  return Math.max(now.getTime() + lifeMs[purpose], dueAt ?? 0)
}
