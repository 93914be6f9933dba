import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { helperLetters } from './letters.ts'

/** A person on their own page, or a helper there. */
export type PersonOrHelper = Actor & { kind: 'person' }

/** That the form for a renewal was started, which itself is about nobody until it is submitted. */
export function noteRenewal(db: Db, actor: PersonOrHelper, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await record(db, actor, 'own-page.renewal-started', `person:${actor.id}`, {}, now)
    await tellPerson(db, actor, 'started the form to renew your membership', now)
  })
}

/**
 * Emails the person what their helper has changed, in the transaction of the change. The person themselves gets no such
 * email. `what` follows the words "has acted for you:".
 */
export async function tellPerson(
  db: Db,
  { id: personId, helper: helperId }: PersonOrHelper,
  what: string,
  now: Date,
): Promise<void> {
  if (helperId === undefined) return
  const helper = await db
    .selectFrom('own_helper')
    .select('name')
    .where('id', '=', helperId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const { email } = await findContact(db, personId)
  const person = await findRecord(db, personId)
  if (email === '' || !person) return
  const facts = { name: helper.name, what }
  await sendLetter(db, { email, name: person.name }, helperLetters.acted, { facts }, now)
}
