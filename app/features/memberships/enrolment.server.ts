import { fromJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { noteOtherAddress } from '#features/cases/one-open-case.server.ts'
import { personFrom } from '#features/cases/person.ts'
import { issueCertificate, type Issued } from '#features/certificates/operations.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { learnFromCase } from '#features/people/contacts/operations.server.ts'
import { addPerson, changePerson } from '#features/people/editing.server.ts'
import { findByNumber } from '#features/people/register-queries.server.ts'
import type { ApplicationCategory } from './form.ts'
import { findConfirmingAddress, findRenewed, isConfirmedFrom, renewedFields } from './renewal.server.ts'

export type EnrolRefusal =
  | 'not-in-register'
  | 'number-taken'
  | 'ends-before-start'
  | 'life-has-no-end'
  | 'identity-unproved'

/** The number prefixes of the categories. */
export const prefixes: Record<ApplicationCategory, string> = {
  regular: 'RM',
  life: 'LM',
  student: 'SM',
  associate: 'AM',
  sessional: 'SE',
  institutional: 'IM',
  benefactor: 'BM',
}

interface Enrolling {
  validFrom?: string | undefined
  validTo?: string | undefined
  /** How the office checked that an applicant is the member in the register. */
  identityCheck?: string | undefined
}

/**
 * Adds an applicant to the register under the next number of the category. A former member keeps the number and gets
 * the new category and validity, and is in the directory or not as the form says.
 */
export async function enrolApplicant(
  db: Db,
  actor: Actor,
  caseRow: { id: string; answers: string },
  { validFrom, validTo, identityCheck }: Enrolling,
  now: Date,
): Promise<Outcome<EnrolRefusal, { memberNo: string; certificate: Issued }>> {
  await lockWork(db, 'register')
  const answers = fromJson<Answers>(caseRow.answers)
  const isNew = textOf(answers, 'reason') === 'new'
  const current = isNew ? undefined : await findByNumber(db, textOf(answers, 'memberNo'))
  if (!isNew && !current) return { ok: false, reason: 'not-in-register' }

  const renewed = current && (await findRenewed(db, answers))
  const isProved = renewed && (await isConfirmedFrom(db, caseRow.id, renewed.email))
  if (renewed && !isProved && !identityCheck) return { ok: false, reason: 'identity-unproved' }

  const category = textOf(answers, 'category') as ApplicationCategory
  if (category === 'life' && validTo) return { ok: false, reason: 'life-has-no-end' }
  if (validFrom && validTo && validTo < validFrom) return { ok: false, reason: 'ends-before-start' }
  const memberNo = current?.memberNo ?? (await nextNumber(db, prefixes[category]))
  const asksToBeListed = textOf(answers, 'listed') === 'yes'
  // The form asks about members; a fellow agreed to the directory of fellows with the election.
  const listed = asksToBeListed || (current?.grade != null && current.listed)
  const written = current
    ? await changePerson(
        db,
        actor,
        current.id,
        current.version,
        { ...current, ...renewedFields(answers), category, listed },
        now,
      )
    : await addPerson(db, actor, { ...personFrom(answers, now), category, memberNo, listed }, now)
  if (!written.ok) return { ok: false, reason: 'number-taken' }
  const id = current?.id ?? ('id' in written ? written.id : '')
  await db
    .updateTable('person')
    .set({ valid_from: validFrom ?? null, valid_to: validTo ?? null })
    .where('id', '=', id)
    .execute()
  await db.updateTable('dossier').set({ person_id: id }).where('id', '=', caseRow.id).execute()
  await learnApplicant(db, { caseId: caseRow.id, personId: id, answers }, now)
  const certificate = await issueCertificate(db, actor, id, { kind: 'membership' }, now)
  if (!certificate.ok) throw new Error(`The person ${id} got no certificate: ${certificate.reason}.`)
  return { ok: true, memberNo, certificate }
}

/** How to reach the applicant. A renewal that gives another address than the register does not change that. */
async function learnApplicant(
  db: Db,
  { caseId, personId, answers }: { caseId: string; personId: string; answers: Answers },
  now: Date,
) {
  const typed = textOf(answers, 'email').toLowerCase()
  const isNew = textOf(answers, 'reason') === 'new'
  const provedEmail = (await findConfirmingAddress(db, caseId)) ?? (isNew ? typed : '')
  const postalAddress = textOf(
    answers,
    textOf(answers, 'postTo') === 'home' ? 'homeAddress' : 'officeAddress',
  )
  const said = { provedEmail, phone: textOf(answers, 'phone'), postalAddress }
  if ((await learnFromCase(db, personId, said, now)) !== typed) await noteOtherAddress(db, caseId, now)
}

/** One more than the highest number in the register with this prefix; samples do not count. */
async function nextNumber(db: Db, prefix: string): Promise<string> {
  const start = prefix.toLowerCase()
  const row = await db
    .selectFrom('person')
    .select('number_key')
    .where('sample_at', 'is', null)
    .where('number_key', '>=', `${start} 0`)
    .where('number_key', '<', `${start} :`)
    .orderBy('number_key', 'desc')
    .executeTakeFirst()
  const last = Number(/ (\d+)/.exec(row?.number_key ?? '')?.[1] ?? 0)
  return `${prefix}-${String(last + 1).padStart(4, '0')}`
}
