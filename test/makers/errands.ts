import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { issueCertificate } from '#features/certificates/operations.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { origin } from '#test/harness/site.ts'
import { caseOrigin, makeFilledDraft, openCalls, passerBy } from './cases.ts'
import { makePaying } from './casework.ts'
import { makeReached } from './own-pages.ts'
import { confirmAsProposer } from './proposers.ts'

/** A fellow with something of everything on the own page: a certificate, a payment, and two nominations. */
export async function makeFellowWithErrands(
  db: Db,
  administrator: Actor,
  email: string,
  now: Date,
): Promise<string> {
  const fellow = { title: 'Dr', category: 'regular', grade: 'fellow', fellowNo: 'F-ERRAND' } as const
  const id = await makeReached(db, email, now, { ...fellow, listed: true })
  await db.updateTable('person').set({ valid_to: '2031-03-31' }).where('id', '=', id).execute()
  await issueCertificate(db, administrator, id, { kind: 'fellowship' }, now)
  await openCalls(db, now)
  await submitFilled(db, { proposerEmail: email, email: 'other@errand.example' }, now)
  await confirmAsProposer(db, email, now)
  await submitFilled(db, { email, proposerEmail: 'ben@errand.example' }, now)
  await confirmAsProposer(db, 'ben@errand.example', now)
  const reference = await makePaying(db, now, { email: 'payer@errand.example' })
  const { id: caseId } = await db
    .updateTable('dossier')
    .set({ person_id: id })
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('case_payment')
    .values({
      ...{ id: newId(), dossier_id: caseId, kind: 'received', currency: 'INR', minor: 50_000, note: '' },
      ...{ paid_on: '2026-09-01', pay_number: 'UTR77', recorded_at: now.getTime() },
    })
    .execute()
  return id
}

/** As if the Council had elected the nominee who has just agreed. */
export async function electNominee(db: Db, email: string, now: Date): Promise<void> {
  const { id } = await db
    .updateTable('dossier')
    .set({
      ...{ state: 'elected', due_at: null },
      facts: JSON.stringify({ citation: 'For light.', electedOn: '2026-11-01' }),
    })
    .where('subject_key', '=', email)
    .where('subject_confirmed_at', 'is not', null)
    .where('process', '=', 'fellow')
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = { caseId: id, purpose: 'accept', name: 'Asha Sample', email } as const
  await askConfirmation(db, caseOrigin, request, now)
}

/** A nomination of a Fellow with these answers among the usual ones. */
export async function submitFilled(db: Db, answers: Record<string, string>, now: Date): Promise<void> {
  await openCalls(db, now)
  const token = await makeFilledDraft(db, 'fellow', now, answers)
  const sent = await submitNomination(db, passerBy, origin, 'fellow', token, now)
  if (!sent.ok) throw new Error(sent.reason)
}
