import type { Db } from '#db/schema/tables.ts'
import { findBodyName } from '#features/bodies/queries.server.ts'
import { takesForms, type AwardCall } from '#features/calls/call.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { giveAnswers, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { answersOfCall } from './award-form.ts'

/** The answers that a call gives to a form, with the names of today. */
export async function readCallAnswers(db: Db, call: AwardCall): Promise<Answers> {
  const { panel } = call.process
  const award = await findEntry(db, 'award', call.award)
  return answersOfCall(call, {
    award: award?.data.title ?? call.title,
    panel: panel ? await findBodyName(db, panel) : '',
  })
}

/** Whether a form was started under an earlier call for the same award, and another call takes forms now. */
export function isOfEarlierCall(draft: FormDraft, call: AwardCall | undefined): call is AwardCall {
  if (!call || !takesForms(call) || draft.reopens || draft.sentAs !== undefined) return false
  return textOf(draft.answers, 'award') === call.award && textOf(draft.answers, 'call') !== call.id
}

/** Continues such a form under the new call and its rules. Everything that was typed stays. */
export async function moveToCall(
  db: Db,
  token: string,
  draft: FormDraft | undefined,
  call: AwardCall | undefined,
  now: Date,
): Promise<void> {
  if (!draft || !isOfEarlierCall(draft, call)) return
  await giveAnswers(db, 'award', token, await readCallAnswers(db, call), now)
}
