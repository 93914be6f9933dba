import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { ownPageLimits } from './limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

/** What people change about themselves at once. */

type Person = Actor & { kind: 'person' }

/** Phone and postal address; the email address stays. */
export function saveOwnContact(
  db: Db,
  actor: Person,
  { phone, postalAddress, version }: { phone: string; postalAddress: string; version: number },
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const { email } = await findContact(db, actor.id)
    return saveContact(db, actor, { personId: actor.id, email, phone, postalAddress, version }, now)
  })
}

/** The ORCID iD, or none. It is public while the person is listed. */
export function saveOrcid(db: Db, actor: Person, orcid: string | null, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const before = await findOrcid(db, actor.id)
    if (before === orcid) return
    await db.updateTable('person').set({ orcid }).where('id', '=', actor.id).execute()
    await raiseContentVersion(db, now)
    const changes = { orcid: [before, orcid] as [unknown, unknown] }
    await record(db, actor, 'person.orcid-changed', `person:${actor.id}`, { changes }, now)
  })
}

export async function findOrcid(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('orcid').where('id', '=', personId).executeTakeFirst()
  return row?.orcid ?? null
}

/** Changes of the register end the cached pages of all visitors. */
export async function claimOwnChange(db: Db, personId: string, now: Date): Promise<boolean> {
  return (await claimTry(db, ownPageLimits['own-changes'], personId, now)).ok
}

/** A copy of all data is much work, so it can be had a few times a day. */
export async function claimOwnExport(db: Db, personId: string, now: Date): Promise<boolean> {
  return (await claimTry(db, ownPageLimits['own-exports'], personId, now)).ok
}
