import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { eraseDetails, record } from '#features/audit/operations.server.ts'
import { newsletterLetters } from '#features/newsletter/letters.ts'
import { dropUnsent } from '#server/mail/mail.server.ts'
import { forgetCase } from './erasing.server.ts'
import { addressHasher, type Erasure } from '#features/erasures/operations.server.ts'
import { forgetAddress, forgetPeople } from './operations.server.ts'
import { listNamedIn } from './queries.server.ts'

/** A restored backup erases again what was erased after it was made. Holds do not apply: what is gone, is gone. */

const reason = 'It had been deleted before this backup was restored.'

/**
 * Erases again what the database does not know as erased, with the original record. Returns how many erasures that
 * were. Files without a row are left to the caller.
 */
export function repeatErasures(db: Db, erasures: Erasure[], now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const known = new Set((await db.selectFrom('erasure').select('id').execute()).map(({ id }) => id))
    const unknown = erasures.filter(({ id }) => !known.has(id))
    const of = (kind: Erasure['kind']) => unknown.filter((erasure) => erasure.kind === kind)
    const keys = (kind: Erasure['kind']) => of(kind).map(({ key }) => key)
    // Cases first, so that those that were open when the backup was made end as they ended.
    for (const erasure of of('case')) await repeatCase(db, erasure, now)
    await repeatAddresses(db, new Set(keys('address')), now)
    await forgetPeople(db, system, keys('person'), reason, now)
    await repeatEnquiries(db, keys('enquiry'))
    await repeatSubscribers(db, keys('subscriber'))
    for (const erasure of unknown) await db.insertInto('erasure').values(erasure).execute()
    const count = unknown.length
    if (count > 0) await record(db, system, 'privacy.erasures-repeated', 'privacy', { count }, now)
    return count
  })
}

async function repeatCase(db: Db, { key, state, ended_at }: Erasure, now: Date) {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['reference', 'ended_at'])
    .where('id', '=', key)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!caseRow) return
  if (caseRow.ended_at === null && state !== null)
    await db
      .updateTable('dossier')
      .set({ state, ended_at: ended_at ?? now.getTime() })
      .where('id', '=', key)
      .execute()
  await forgetCase(db, key, now)
  await eraseDetails(db, system, { subject: `case:${caseRow.reference}` }, reason, now)
}

async function repeatAddresses(db: Db, hashes: Set<string>, now: Date) {
  if (hashes.size === 0) return
  const hashOf = await addressHasher(db)
  for (const address of await listAddresses(db)) {
    if (!hashes.has(hashOf(address))) continue
    const named = await listNamedIn(db, address)
    const open = named.filter(({ isEnded }) => !isEnded).map(({ id }) => id)
    await db
      .updateTable('dossier')
      .set({ ended_at: now.getTime() })
      .where('id', 'in', ['', ...open])
      .execute()
    await forgetAddress(db, system, address, named, reason, now)
  }
}

/** Every address that something is stored about, in lower case. */
async function listAddresses(db: Db): Promise<Set<string>> {
  const found = new Set<string>()
  const add = (address: string) => found.add(address.toLowerCase())
  for (const { recipient } of await db.selectFrom('mail').select('recipient').distinct().execute())
    add(recipient)
  for (const { email } of await db.selectFrom('enquiry').select('email').distinct().execute()) add(email)
  for (const { email } of await db.selectFrom('subscriber').select('email').execute()) add(email)
  for (const { email } of await db.selectFrom('confirmation').select('email').distinct().execute()) add(email)
  const cases = db.selectFrom('dossier').select(['answers', 'subject_key', 'sender_email'])
  for (const { answers, subject_key, sender_email } of await cases.execute()) {
    add(subject_key)
    add(sender_email)
    for (const text of textsIn(fromJson<unknown>(answers))) if (text.includes('@')) add(text.trim())
  }
  return found
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

async function repeatEnquiries(db: Db, ids: string[]) {
  for (const id of ids) await db.deleteFrom('enquiry').where('id', '=', id).execute()
}

async function repeatSubscribers(db: Db, ids: string[]) {
  for (const id of ids) {
    const gone = await db.deleteFrom('subscriber').where('id', '=', id).returning('email').executeTakeFirst()
    if (gone) await dropUnsent(db, newsletterLetters.issue.key, [gone.email])
  }
}
