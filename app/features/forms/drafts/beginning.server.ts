import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { formLimits } from '#features/forms/limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import {
  minDraftBytes,
  linkColumns,
  openedBySite,
  selectByLink,
  selectLive,
  tokenBehind,
} from './draft-rows.server.ts'
import { beginDraft, type ReopenedDraft } from './drafts.server.ts'
import { findNoRoom, type NoRoom } from './storage-quota.server.ts'

export type NotStarted = 'too-many' | NoRoom

/** Starts a form for someone of a network. Counted and started together: a refused request does not use up a try. */
export function beginCounted(
  db: Db,
  form: CaseTypeName,
  network: string,
  now: Date,
  reopened?: ReopenedDraft,
  answers: Answers = {},
): Promise<Outcome<NotStarted, { token: string }>> {
  return inTransaction(db, async (db) => {
    const claimed = await claimTry(db, formLimits['form-begun'], network, now)
    if (!claimed.ok) return { ok: false, reason: 'too-many' }
    const hidden = hiddenAddress(network)
    const noRoom = await findNoRoom(db, hidden, minDraftBytes, now)
    if (noRoom) return { ok: false, reason: noRoom }
    return { ok: true, token: await beginDraft(db, form, now, reopened, hidden, answers) }
  })
}

/**
 * The form of a case that was sent back: opening it again, by the same letter or by another link to the request,
 * continues what was typed. Only if there is no such form, or no longer one, a new one starts from the case.
 */
export async function beginReopened(
  db: Db,
  form: CaseTypeName,
  { network, secret }: { network: string; secret: string },
  reopened: ReopenedDraft,
  now: Date,
): Promise<Outcome<NotStarted, { token: string; isNew: boolean }>> {
  const { link } = reopened
  const row = await selectByLink(db, form, link, now).executeTakeFirst()
  if (row) return { ok: true, token: tokenBehind(row, link), isNew: false }
  const token = await findFormOfRequests(db, form, secret, reopened, now)
  if (token !== undefined) return { ok: true, token, isNew: false }
  // An expired draft keeps it until it is removed.
  await endLink(db, hashToken(link))
  const started = await beginCounted(db, form, network, now, reopened)
  return started.ok ? { ...started, isNew: true } : started
}

/** The newest form behind one of the requests; from now on this link leads to it. */
async function findFormOfRequests(
  db: Db,
  form: CaseTypeName,
  secret: string,
  { requests, link, confirmationId }: ReopenedDraft,
  now: Date,
): Promise<string | undefined> {
  const row = await selectLive(db, form, now)
    .where('confirmation_id', 'in', requests)
    .where('sent_as', 'is', null)
    .where('token_sealed', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$call(lockRows(db))
    .executeTakeFirst()
  const token = row && openedBySite(secret, row)
  if (!row || token === undefined) return undefined
  await db
    .updateTable('form_draft')
    .set({ ...linkColumns(link, token), confirmation_id: confirmationId })
    .where('id', '=', row.id)
    .execute()
  return token
}

/** The draft stays with the browsers that have it. */
export async function endLink(db: Db, linkHash: string): Promise<void> {
  await db
    .updateTable('form_draft')
    .set(linkColumns(undefined, ''))
    .where('link_hash', '=', linkHash)
    .execute()
}
