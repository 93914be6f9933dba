import type { Db } from '#db/schema/tables.ts'
import { findBodyName } from '#features/bodies/queries.server.ts'
import { takesForms, type AwardCall } from '#features/calls/call.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { giveAnswers, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { answersOfCall } from './award-form.ts'

/** The answers that a call gives to a form, with the names of today. */
export async function readCallAnswers(db: Db, call: AwardCall): Promise<Answers> {
  const { panel } = call.procedure
  const award = await findEntry(db, 'award', call.award)
  return answersOfCall(call, {
    award: award?.data.title ?? call.title,
    panel: panel ? await findBodyName(db, panel) : '',
  })
}

/**
 * What the open call gives to a form that was started under an earlier call for the same award, which may have been
 * renamed since. Undefined if the form stays as it is.
 */
export async function answersOfNewCall(
  db: Db,
  draft: FormDraft | undefined,
  call: AwardCall | undefined,
): Promise<Answers | undefined> {
  if (!draft || draft.reopens || draft.sentAs !== undefined) return undefined
  if (!call || !takesForms(call) || textOf(draft.answers, 'call') === call.id) return undefined
  const award = await findPresentAward(db, textOf(draft.answers, 'award'))
  return award === call.award ? readCallAnswers(db, call) : undefined
}

/** Continues such a form under the new call and its rules. Everything that was typed stays. */
export async function moveToCall(
  db: Db,
  token: string,
  draft: FormDraft | undefined,
  call: AwardCall | undefined,
  now: Date,
): Promise<void> {
  const given = await answersOfNewCall(db, draft, call)
  if (given) await giveAnswers(db, 'award', token, given, now)
}
