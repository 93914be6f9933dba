import type { Db } from '#db/schema/tables.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import {
  answerNomination,
  confirmProposal,
  type AnswerPurpose,
} from '#features/nominations/answering.server.ts'
import { nominationTypeOf } from '#features/nominations/case-types.ts'
import { isDetail } from '#features/nominations/details/details.ts'
import { submitDetails } from '#features/nominations/details/details.server.ts'
import type { NominationKind } from '#features/nominations/form.ts'
import { findShownHash } from '#features/nominations/shown-nomination.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { FileStore } from '#server/files/files.server.ts'
import {
  attachNeeded,
  caseOrigin,
  changeAnswers,
  draftOf,
  makeStore,
  passerBy,
  reopen,
  rightAnswers,
  tokenMailedTo,
} from './cases.ts'

/** Separate from the cases, because programs of Node itself use those and cannot read JSX of letters. */

/** The proposer of a nomination confirms it by the newest link. */
export async function confirmAsProposer(db: Db, email: string, now: Date) {
  const token = await tokenMailedTo(db, email)
  const confirmation = await findConfirmationCase(db, 'verify', token, now)
  const confirmedHash = confirmation?.caseRow.answers_hash ?? ''
  const answered = { answer: {}, wording: 'Confirm my nomination', confirmedHash }
  return confirmProposal(db, passerBy, caseOrigin, token, answered, now)
}

/** The nominee fills in the details that the proposer has left to them, and agrees. */
export async function fillInDetails(
  db: Db,
  kind: NominationKind,
  email: string,
  now: Date,
  { changes = {}, store = makeStore() }: { changes?: Answers; store?: FileStore } = {},
) {
  const opened = await reopen(db, 'consent', await tokenMailedTo(db, email), now)
  if (!opened.ok) throw new Error(opened.reason)
  const { token } = opened
  const details = Object.entries(rightAnswers[kind]).filter(([name]) => isDetail(name))
  const agrees = { willing: 'yes', dataUse: 'yes' }
  await changeAnswers(db, kind, token, { ...Object.fromEntries(details), ...agrees, ...changes }, now)
  await attachNeeded(db, store, kind, token, now)
  const { reopens, answers } = await draftOf(db, kind, token, now)
  const shown = await findShownHash(db, 'consent', reopens?.caseId ?? '')
  const caseType = nominationTypeOf(kind, answers)
  return submitDetails(db, passerBy, caseOrigin, caseType, { token, shown }, now)
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
