import type { Db } from '#db/schema/tables.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { findByNumber } from '#features/people/register-queries.server.ts'

/**
 * Renewals and changes of category are about someone in the register. Whoever knows a membership number is not yet that
 * person, so they are confirmed from the address in the register.
 */

/** The member that an application is about, with the address in the register; undefined for a new membership. */
export async function findRenewed(db: Db, answers: Answers) {
  if (textOf(answers, 'reason') === 'new') return undefined
  const number = textOf(answers, 'memberNo')
  const member = number === '' ? undefined : await findByNumber(db, number)
  return member && { member, email: (await findContact(db, member.id)).email.toLowerCase() }
}

/** Whether someone has confirmed the application from the address in the register. */
export async function isConfirmedFrom(db: Db, caseId: string, email: string): Promise<boolean> {
  if (email === '') return false
  const answered = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'verify')
    .where('email', '=', email)
    .where('answered_at', 'is not', null)
    .executeTakeFirst()
  return answered !== undefined
}

/** The address from which someone last confirmed the application. */
export async function findConfirmingAddress(db: Db, caseId: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('confirmation')
    .select('email')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'verify')
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.email.toLowerCase()
}

/** What a renewal changes in the register: only what the form says. Names stay as the register has them. */
export function renewedFields(answers: Answers): Partial<NewPerson> {
  const fields = ['institution', 'city', 'state', 'country', 'specialisation', 'discipline'] as const
  const said = fields.map((name) => [name, textOf(answers, name)] as const)
  return Object.fromEntries(said.filter(([, text]) => text !== ''))
}
