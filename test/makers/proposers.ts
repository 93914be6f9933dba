import type { Db } from '#db/schema/tables.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import {
  answerNomination,
  confirmProposal,
  type AnswerPurpose,
} from '#features/nominations/answering.server.ts'
import { caseOrigin, passerBy, tokenMailedTo } from './cases.ts'

/** Separate from the cases, because programs of Node itself use those and cannot read JSX of letters. */

/** The proposer of a nomination confirms it by the newest link. */
export async function confirmAsProposer(db: Db, email: string, now: Date) {
  const token = await tokenMailedTo(db, email)
  const confirmation = await findConfirmationCase(db, 'verify', token, now)
  const confirmedHash = confirmation?.caseRow.answers_hash ?? ''
  const answered = { answer: {}, wording: 'Confirm my nomination', confirmedHash }
  return confirmProposal(db, passerBy, caseOrigin, token, answered, now)
}

/** The nominee or the seconder answers by the newest link. */
export async function answerAs(
  db: Db,
  purpose: AnswerPurpose,
  email: string,
  now: Date,
  { agrees = true, answer = {} }: { agrees?: boolean; answer?: Record<string, unknown> } = {},
) {
  const token = await tokenMailedTo(db, email)
  const confirmation = await findConfirmationCase(db, purpose, token, now)
  const confirmedHash = confirmation?.caseRow.answers_hash ?? ''
  const answered = { agrees, answer, wording: 'Yes.', confirmedHash }
  return answerNomination(db, passerBy, caseOrigin, purpose, token, answered, now)
}
