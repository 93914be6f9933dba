import type { Db } from '#db/schema/tables.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { confirmProposal } from '#features/nominations/answering.server.ts'
import { caseOrigin, passerBy, tokenMailedTo } from './cases.ts'

/** Apart from the cases, because programs of Node itself use those and cannot read the markup of letters. */

/** The proposer of a nomination says by the newest link that it is theirs. */
export async function confirmAsProposer(db: Db, email: string, now: Date) {
  const token = await tokenMailedTo(db, email)
  const confirmation = await findConfirmationCase(db, 'verify', token, now)
  const confirmedHash = confirmation?.caseRow.answers_hash ?? ''
  const answered = { answer: {}, wording: 'Confirm my nomination', confirmedHash }
  return confirmProposal(db, passerBy, caseOrigin, token, answered, now)
}
