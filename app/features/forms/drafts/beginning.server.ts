import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { formLimits } from '#features/forms/limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { leastDraftBytes, linkColumns, selectByLink, tokenBehind } from './draft-rows.server.ts'
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
    const noRoom = await findNoRoom(db, hidden, leastDraftBytes, now)
    if (noRoom) return { ok: false, reason: noRoom }
    return { ok: true, token: await beginDraft(db, form, now, reopened, hidden, answers) }
  })
}

/**
 * The form of a case that was sent back: opening the letter again continues what was typed. Only if the link leads to
 * no form, or no longer to one, a new one starts from the case.
 */
export async function beginReopened(
  db: Db,
  form: CaseTypeName,
  network: string,
  reopened: ReopenedDraft,
  now: Date,
): Promise<Outcome<NotStarted, { token: string; isNew: boolean }>> {
  const { link } = reopened
  const row = await selectByLink(db, form, link, now).executeTakeFirst()
  if (row) return { ok: true, token: tokenBehind(row, link), isNew: false }
  // An expired draft keeps it until it is removed.
  await endLink(db, hashToken(link))
  const started = await beginCounted(db, form, network, now, reopened)
  return started.ok ? { ...started, isNew: true } : started
}

/** The draft stays with the browsers that have it. */
export async function endLink(db: Db, linkHash: string): Promise<void> {
  await db
    .updateTable('form_draft')
    .set(linkColumns(undefined, ''))
    .where('link_hash', '=', linkHash)
    .execute()
}
