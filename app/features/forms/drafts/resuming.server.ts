import { officeDayInWords } from '#office-time.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { formLetters } from '#features/forms/letters.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { formLimits } from '#features/forms/limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import {
  linkColumns,
  lockToWrite,
  sealDraft,
  sealForSite,
  selectByLink,
  selectDraft,
  toDraft,
  tokenBehind,
  type DraftRow,
  type NoDraft,
} from './draft-rows.server.ts'

/**
 * A mailed link continues a form on any device. The link has its own token, which no browser knows. When it is first
 * opened, the browser's token is replaced and the draft sealed again: someone who started a form and had the link
 * mailed to another person cannot read what that person types. Opening the same link again joins in, or signs out the
 * other devices. That also revokes the link, because someone else may have it.
 */

export type TooManyLinks = 'too-many-of-form' | 'too-many-to-address' | 'too-many-from-network'

/** Emails the link; the previous one stops working. One address gets only a few such letters a day. */
export async function mailDraftLink(
  db: Db,
  origin: string,
  form: { name: CaseTypeName; title: string; href: string },
  requested: { token: string; email: string; address: string },
  now: Date,
): Promise<Outcome<NoDraft | TooManyLinks>> {
  const { token, email } = requested
  const there = await inTransaction(db, (db) => lockToWrite(db, form.name, token, now))
  if (!there.row) return { ok: false, reason: there.reason }
  const tooMany = await countLetter(db, there.row.id, requested, now)
  if (tooMany) return { ok: false, reason: tooMany }
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form.name, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    const link = newToken()
    await db
      .updateTable('form_draft')
      .set({ ...linkColumns(link, token), link_opened_at: null })
      .where('id', '=', found.row.id)
      .execute()
    await sendLetter(
      db,
      { email, name: '' },
      formLetters.resume,
      {
        facts: { form: form.title, day: officeDayInWords(found.row.expires_at) },
        link: `${origin}${form.href}/resume?token=${link}`,
      },
      now,
    )
    return { ok: true }
  })
}

/** By form and address, so that requests by strangers do not use up the owner's limit. */
async function countLetter(
  db: Db,
  draftId: string,
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<TooManyLinks | undefined> {
  const hidden = hiddenAddress(email)
  const from = await claimTry(db, formLimits['form-letters-from'], networkOf(address), now)
  if (!from.ok) return 'too-many-from-network'
  const ofForm = await claimTry(db, formLimits['form-letter'], `${draftId}:${hidden}`, now)
  if (!ofForm.ok) return 'too-many-of-form'
  const to = await claimTry(db, formLimits['form-letters-to'], hidden, now)
  return to.ok ? undefined : 'too-many-to-address'
}

export interface DraftLink {
  draftId: string
  /** On how many devices the link, or another one, opened the form before. */
  devices: number
  expiresAt: Date
  sentAs: string | undefined
}

/** Where a link leads, without following it. */
export async function findLink(
  db: Db,
  form: CaseTypeName,
  link: string,
  now: Date,
): Promise<DraftLink | undefined> {
  const byLink = await selectByLink(db, form, link, now).executeTakeFirst()
  const row = byLink ?? (await selectDraft(db, form, link, now).executeTakeFirst())
  if (!row) return undefined
  const isOpened = byLink !== undefined && byLink.link_opened_at !== null
  return {
    draftId: row.id,
    devices: isOpened ? toDraft(row, tokenBehind(row, link)).devices : 0,
    expiresAt: new Date(row.expires_at),
    sentAs: row.sent_as ?? undefined,
  }
}

export interface ResumeRequest {
  link: string
  /** The token of the draft that the browser has. */
  own: string | undefined
  /** What to do with other devices that have the form; undefined if the person was shown none. */
  others: 'stay' | 'end' | undefined
}

/** Follows a link: returns the token for the browser that opened it. */
export function resumeDraft(
  db: Db,
  form: CaseTypeName,
  { link, own, others }: ResumeRequest,
  now: Date,
): Promise<Outcome<'not-found' | 'open-elsewhere', { token: string; sentAs: string | undefined }>> {
  return inTransaction(db, async (db) => {
    const row = await selectByLink(db, form, link, now).$call(lockRows(db)).executeTakeFirst()
    if (row) {
      const token = tokenBehind(row, link)
      if (row.link_opened_at === null) return opened(row, await exchangeToken(db, row, token, link, now))
      if (token === own || row.sent_as !== null) return opened(row, token)
      if (others === undefined) return { ok: false, reason: 'open-elsewhere' }
      if (others === 'end') return opened(row, await exchangeToken(db, row, token, undefined, now))
      await countDevice(db, row, token)
      return opened(row, token)
    }
    // For letters from before links had their own token, and for a case that was sent back: it works once.
    const old = await selectDraft(db, form, link, now).$call(lockRows(db)).executeTakeFirst()
    return old ? opened(old, await exchangeToken(db, old, link, undefined, now)) : notFound
  })
}

/** Signs out every device except the requesting one, and revokes the link: returns this device's new token. */
export function endOtherDevices(
  db: Db,
  form: CaseTypeName,
  token: string,
  now: Date,
): Promise<Outcome<NoDraft, { token: string }>> {
  return inTransaction(db, async (db) => {
    const found = await lockToWrite(db, form, token, now)
    if (!found.row) return { ok: false, reason: found.reason }
    return { ok: true, token: await exchangeToken(db, found.row, token, undefined, now) }
  })
}

async function countDevice(db: Db, row: DraftRow, token: string) {
  const draft = toDraft(row, token)
  const sealed = sealDraft(token, { ...draft, devices: draft.devices + 1 })
  await db.updateTable('form_draft').set({ sealed }).where('id', '=', row.id).execute()
}

const notFound = { ok: false, reason: 'not-found' } as const

function opened({ sent_as }: DraftRow, token: string) {
  return { ok: true as const, token, sentAs: sent_as ?? undefined }
}

/** Revokes the draft's token. A link whose own token is not known here is revoked with it. */
async function exchangeToken(
  db: Db,
  row: DraftRow,
  before: string,
  link: string | undefined,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db
    .updateTable('form_draft')
    .set({
      sealed: sealDraft(token, { ...toDraft(row, before), devices: 1 }),
      token_hash: hashToken(token),
      previous_hash: row.token_hash,
      ...linkColumns(link, token),
      link_opened_at: now.getTime(),
      // Whoever signs the other devices out also ends the links to the request that some of them may have.
      token_sealed:
        link !== undefined && row.token_sealed !== null ? await sealForSite(db, row.id, token) : null,
    })
    .where('id', '=', row.id)
    .execute()
  return token
}
