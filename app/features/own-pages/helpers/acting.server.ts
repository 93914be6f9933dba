import { inTransaction } from '#db/engine/transaction.server.ts'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { beginCounted, type NotStarted } from '#features/forms/drafts/beginning.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { helperLetters } from './letters.ts'

/** A person on their own page, or a helper there. */
export type PersonOrHelper = Actor & { kind: 'person' }

interface RenewalForm {
  form: CaseTypeName
  network: string
  answers: Answers
}

/** Starts the form for a renewal and records it: the form itself is about nobody until it is submitted. */
export function startRenewal(
  db: Db,
  actor: PersonOrHelper,
  { form, network, answers }: RenewalForm,
  now: Date,
): Promise<Outcome<NotStarted, { token: string }>> {
  return inTransaction(db, async (db) => {
    const started = await beginCounted(db, form, network, now, undefined, answers)
    if (!started.ok) return started
    await record(db, actor, 'own-page.renewal-started', `person:${actor.id}`, {}, now)
    await notifyPersonOfHelp(db, actor, 'started the form to renew your membership', now)
    return started
  })
}

/**
 * Emails the person what their helper has changed, in the transaction of the change. The person themselves gets no such
 * email. `what` follows the words "has acted for you:".
 */
export async function notifyPersonOfHelp(
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
