import type { Db } from '#db/schema/tables.ts'
import type { EnquiryAnswers } from '#features/enquiries/form.ts'
import { sendEnquiry } from '#features/enquiries/operations.server.ts'
import { findEnquiry } from '#features/enquiries/queries.server.ts'
import { fromContactPage } from '#features/enquiries/workflow.ts'
import { passerBy } from './cases.ts'

/** Messages to the office, for tests. */

export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser behind the network of that number. */
export function browserAt(network: number) {
  return {
    address: `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
    userAgent: browser,
  }
}

/** A message that nobody else sends. */
export function aLetter(number: number): EnquiryAnswers {
  const words = number.toString(2).replaceAll('0', ' zero').replaceAll('1', ' one')
  return {
    name: 'Asha Sample',
    email: `asha${number}@example.org`,
    subject: `Question ${number}`,
    message: `May I bring my students to the lecture in hall${words}?`,
    homepage: '',
    from: fromContactPage,
  }
}

let count = 1000

export async function sendOne(db: Db, now: Date, changes: Partial<EnquiryAnswers> = {}) {
  const letter = { ...aLetter(++count), ...changes }
  const sent = await sendEnquiry(db, passerBy, browserAt(count), letter, now)
  if (!sent.ok) throw new Error(`The message was refused: ${sent.reason}.`)
  return { ...letter, reference: sent.reference, id: (await findEnquiryOf(db, sent.reference))?.id ?? '' }
}

export async function findEnquiryOf(db: Db, reference: string) {
  const row = await db
    .selectFrom('enquiry')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return findEnquiry(db, row.id)
}
