import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { MailState } from '#server/mail/mail-states.ts'
import { hiddenCode, openLinks, SealedElsewhere } from '#server/mail/letter-links.server.ts'
import {
  hasSealedLink,
  hideHashes,
  hideTokens,
  linkIn,
  type LinkInLetter,
} from '#server/mail/mail-tokens.server.ts'
import { findMailFor, listMail } from './queries.server.ts'
import { requeueMail, type MailConfig, type NotRequeued } from '#server/mail/mail.server.ts'

/** Retries a letter that was given up, or stored because there was no mail server. */
export function resendMail(db: Db, actor: StaffActor, id: string, now: Date): Promise<Outcome<NotRequeued>> {
  return inTransaction(db, async (db) => {
    if (!(await findMailFor(db, actor.id, id))) return { ok: false, reason: 'not-found' }
    const result = await requeueMail(db, id, now)
    if (result !== 'queued') return { ok: false, reason: result }
    await record(db, actor, 'mail.resent', `mail:${id}`, {}, now)
    return { ok: true }
  })
}

/** Retries several letters; those that were sent, still wait or are gone stay as they are. */
export function resendMails(
  db: Db,
  actor: StaffActor,
  ids: string[],
  now: Date,
): Promise<{ resent: number }> {
  return inTransaction(db, async (db) => {
    let resent = 0
    // In the same order for everyone, so that two people who choose the same letters never deadlock.
    for (const id of ids.toSorted()) if ((await resendMail(db, actor, id, now)).ok) resent++
    return { resent }
  })
}

/** The letters of one page. They name people, so reading the list is recorded in the trail. */
export function readMailList(
  db: Db,
  actor: StaffActor,
  { page, state }: { page: number; state?: MailState | undefined },
  now: Date,
) {
  return inTransaction(db, async (db) => {
    const list = await listMail(db, page, state, actor.id)
    const details = { page, ...(state && { state }), shown: list.mails.length }
    await record(db, actor, 'mail-list.read', 'mail', details, now)
    return list
  })
}

/** What the reader sees of the link in a letter. */
export type ShownLink = LinkInLetter | 'confirm-first' | 'private' | 'hidden-code'

interface Showing {
  config: MailConfig
  /** Whether the reader has just proved who they are. */
  isProved: boolean
  /** Kinds of letters whose link only the recipient may see. */
  privateKinds: readonly string[]
}

/**
 * Opens a letter. If letters are sent, the link in it is for its recipient alone. If they are only stored, the office
 * passes the link on, and the audit entry records that it was shown.
 */
export function readLetter(db: Db, actor: StaffActor, id: string, showing: Showing, now: Date) {
  return inTransaction(db, async (db) => {
    const mail = await findMailFor(db, actor.id, id)
    if (!mail) return undefined
    const { to, subject, date, state, error, sentAt, bouncedAt, bounceNote } = mail
    const { text, link } = showLetter(mail, showing)
    await record(db, actor, 'mail.read', `mail:${id}`, link === 'shown' ? { link } : {}, now)
    return { to, subject, date, text, link, state, error, sentAt, bouncedAt, bounceNote }
  })
}

type Mail = NonNullable<Awaited<ReturnType<typeof findMailFor>>>

function showLetter(
  mail: Mail,
  { config, isProved, privateKinds }: Showing,
): { text: string; link: ShownLink } {
  const withoutLink = hideTokens(mail.text)
  if (mail.sealedLinks === null && hasSealedLink(mail.text)) return { text: withoutLink, link: 'removed' }
  if (mail.text.includes(hiddenCode)) return { text: withoutLink, link: 'hidden-code' }
  if (config.smtpUrl !== undefined) return { text: withoutLink, link: linkIn(withoutLink) }
  const text = hideHashes(openedText(mail, config))
  const link = linkIn(text)
  if (link !== 'shown') return { text, link }
  if (privateKinds.includes(mail.kind)) return { text: withoutLink, link: 'private' }
  return isProved ? { text, link } : { text: withoutLink, link: 'confirm-first' }
}

/** If the link was sealed with another secret, the letter is shown without it. */
function openedText(mail: Mail, { secret }: MailConfig): string {
  try {
    return openLinks(secret, mail).text
  } catch (error) {
    if (error instanceof SealedElsewhere) return mail.text
    throw error
  }
}
