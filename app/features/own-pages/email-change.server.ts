import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { PersonActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { immediately, sendLetter } from '#features/letters/operations.server.tsx'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { ownPageLimits } from './limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { readTypedCode } from './code.ts'
import { hashCode, isSameHash, newCode } from './code-hash.server.ts'
import { ownPageLetters } from './letters.ts'
import { replaceOwnSessions, type OwnSession, type OwnVisit } from './sessions.server.ts'

/** A new email address is proved at both ends: a code goes to the current address and another one to the new. */

const lifeMs = 30 * 60_000
const maxTries = 5

export function startEmailChange(
  db: Db,
  secret: string,
  session: OwnSession,
  { email, name }: { email: string; name: string },
  now: Date,
): Promise<Outcome<'same' | 'too-many'>> {
  return inTransaction(db, async (db) => {
    const { personId, email: oldEmail } = session
    if (email === oldEmail) return { ok: false, reason: 'same' }
    if (!(await claimTry(db, ownPageLimits['own-email-changes'], personId, now)).ok)
      return { ok: false, reason: 'too-many' }
    const [oldCode, freshCode] = [newCode(), newCode()]
    const change = {
      ...{ old_email: oldEmail, new_email: email, tries: 0, expires_at: now.getTime() + lifeMs },
      old_code_hash: hashCode(secret, purposeOf('old', personId, oldEmail, email), oldCode),
      new_code_hash: hashCode(secret, purposeOf('new', personId, oldEmail, email), freshCode),
    }
    await db
      .insertInto('own_email_change')
      .values({ person_id: personId, ...change })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(change))
      .execute()
    const [old, fresh] = [ownPageLetters.oldAddress, ownPageLetters.newAddress]
    const hidden = {
      secret: 'code',
      sendingTime: immediately,
      expiresAt: new Date(change.expires_at),
    } as const
    const toOld = { facts: { code: oldCode, email }, ...hidden }
    await sendLetter(db, { email: oldEmail, name }, old, toOld, now)
    // Whose the address is has to be proved first, so the email does not say who entered it.
    await sendLetter(db, { email, name: '' }, fresh, { facts: { code: freshCode }, ...hidden }, now)
    return { ok: true }
  })
}

export type ChangeRefusal = 'over' | 'wrong-old' | 'wrong-new'

/** Changes the address once both codes are right, and ends all sessions; this browser gets a new one. */
export function finishEmailChange(
  db: Db,
  secret: string,
  actor: PersonActor,
  session: OwnSession,
  { oldCode, newCode: typedNew }: { oldCode: string; newCode: string },
  now: Date,
): Promise<Outcome<ChangeRefusal, { token: string }>> {
  return inTransaction(db, async (db) => {
    const { personId } = session
    await lockWork(db, 'register')
    const change = await countTry(db, personId, now)
    const contact = await findContact(db, personId)
    if (!change || change.old_email !== session.email || contact.email !== session.email)
      return { ok: false, reason: 'over' }
    const { old_email: from, new_email: to } = change
    const hashOf = (end: 'old' | 'new', typed: string) =>
      hashCode(secret, purposeOf(end, personId, from, to), readTypedCode(typed) ?? '')
    const isOld = isSameHash(change.old_code_hash, hashOf('old', oldCode))
    const isNew = isSameHash(change.new_code_hash, hashOf('new', typedNew))
    if (!isOld || !isNew) return { ok: false, reason: isOld ? 'wrong-new' : 'wrong-old' }

    await db.deleteFrom('own_email_change').where('person_id', '=', personId).execute()
    // The person has proved both addresses, so their passkeys and helpers go on working.
    await db.updateTable('own_passkey').set({ email: to }).where('person_id', '=', personId).execute()
    await db
      .updateTable('own_helper')
      .set({ named_from: to })
      .where('person_id', '=', personId)
      .where('named_from', '=', from)
      .execute()
    await learnContact(db, personId, { email: to, emailProvedAt: now.getTime() }, now)
    await record(db, actor, 'person.contact-changed', `person:${personId}`, { fields: ['email'] }, now)
    const token = await replaceOwnSessions(db, { personId, email: to }, now)
    const facts = { email: to }
    await sendLetter(
      db,
      { email: from, name: '' },
      ownPageLetters.addressChanged,
      { facts, sendingTime: immediately },
      now,
    )
    return { ok: true, token }
  })
}

export async function cancelEmailChange(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('own_email_change').where('person_id', '=', personId).execute()
}

/** The address that waits to be proved, while its codes can still be entered. */
export async function findEmailChange(
  db: Db,
  { personId, email }: Pick<OwnVisit, 'personId' | 'email'>,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('own_email_change')
    .select('new_email')
    .where('person_id', '=', personId)
    .where('old_email', '=', email)
    .where('expires_at', '>', now.getTime())
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return row?.new_email
}

function countTry(db: Db, personId: string, now: Date) {
  return db
    .updateTable('own_email_change')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now.getTime())
    .where('tries', '<', maxTries)
    .returning(['old_email', 'new_email', 'old_code_hash', 'new_code_hash'])
    .executeTakeFirst()
}

function purposeOf(end: 'old' | 'new', personId: string, from: string, to: string): string {
  return ['email', end, personId, from, to].join('\n')
}
