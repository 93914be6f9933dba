import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction, tryPart } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import { saveContact, type SavedContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import {
  allowNextLetter,
  askForNewsletter,
  removeSubscribers,
} from '#features/newsletter/operations.server.ts'
import { findSubscription } from '#features/newsletter/queries.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import type { Outcome } from '#outcome.ts'
import { notifyPersonOfHelp, type PersonOrHelper } from './helpers/acting.server.ts'
import { ownPageLimits } from './limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

/** What people, or their helpers for them, change at once. */

type Person = PersonOrHelper & { helper?: never }

/** Phone and postal address; the email address stays. */
export function saveOwnContact(
  db: Db,
  actor: PersonOrHelper,
  { phone, postalAddress, version }: { phone: string; postalAddress: string; version: number },
  now: Date,
): Promise<SavedContact | { ok: false; reason: 'too-often' }> {
  return asOwnChange(db, actor, now, async (db) => {
    await lockWork(db, 'register')
    const { email } = await findContact(db, actor.id)
    const contact = { personId: actor.id, email, phone, postalAddress, version }
    const saved = await saveContact(db, actor, contact, now)
    if (saved.ok) await notifyPersonOfHelp(db, actor, 'changed your phone number or postal address', now)
    return saved
  })
}

/** The ORCID iD, or none. It is public while the person is listed. */
export function saveOrcid(
  db: Db,
  actor: PersonOrHelper,
  orcid: string | null,
  now: Date,
): Promise<Outcome<'too-often'>> {
  return asOwnChange(db, actor, now, async (db) => {
    await lockWork(db, 'register')
    const before = await findOrcid(db, actor.id)
    if (before === orcid) return { ok: true }
    await db.updateTable('person').set({ orcid }).where('id', '=', actor.id).execute()
    await raiseContentVersion(db, now)
    const changes = { orcid: [before, orcid] as [unknown, unknown] }
    await record(db, actor, 'person.orcid-changed', `person:${actor.id}`, { changes }, now)
    await notifyPersonOfHelp(
      db,
      actor,
      orcid === null ? 'removed your ORCID iD' : 'changed your ORCID iD',
      now,
    )
    return { ok: true }
  })
}

export async function findOrcid(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('orcid').where('id', '=', personId).executeTakeFirst()
  return row?.orcid ?? null
}

/**
 * Whether the person is in the public directory and gets the newsletter. An address that is not subscribed is emailed a
 * link to confirm; if no more of these may be requested, nothing is saved.
 */
export function saveOwnChoices(
  db: Db,
  actor: Person,
  { listed, newsletter, email }: { listed: boolean; newsletter: boolean; email: string },
  now: Date,
): Promise<Outcome<'too-often' | 'too-many', { mustConfirm: boolean }>> {
  return asOwnChange(db, actor, now, async (db) => {
    await lockWork(db, 'register')
    const subscriber = await findSubscription(db, email)
    const mustConfirm = newsletter && !subscriber
    if (mustConfirm) {
      const requested = await askForNewsletter(db, actor, email, now)
      if (!requested.ok) return requested
    }
    if (!newsletter && subscriber) {
      await removeSubscribers(db, actor, [subscriber], now)
      await allowNextLetter(db, email)
    }
    await movePeople(db, actor, listed ? 'list' : 'unlist', [actor.id], now)
    return { ok: true, mustConfirm }
  })
}

/**
 * Changes of the register end the cached pages of all visitors, so a person may make only some each day. A refused one is
 * taken back whole and does not count.
 */
export function asOwnChange<T extends { ok: boolean }>(
  db: Db,
  { id }: PersonOrHelper,
  now: Date,
  work: (db: Db) => Promise<T>,
): Promise<T | { ok: false; reason: 'too-often' }> {
  return inTransaction(db, (db) =>
    tryPart(db, async (): Promise<T | { ok: false; reason: 'too-often' }> => {
      const claimed = await claimTry(db, ownPageLimits['own-changes'], id, now)
      return claimed.ok ? work(db) : { ok: false, reason: 'too-often' }
    }),
  )
}

/** A copy of all data is much work, so it can be had a few times a day. */
export async function claimOwnExport(db: Db, personId: string, now: Date): Promise<boolean> {
  return (await claimTry(db, ownPageLimits['own-exports'], personId, now)).ok
}
