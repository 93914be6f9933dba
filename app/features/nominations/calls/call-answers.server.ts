import { isDeepStrictEqual } from 'node:util'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import { findBodyName } from '#features/bodies/queries.server.ts'
import { hasProcedure, takesForms, type CallNow, type CallWithProcedure } from '#features/calls/call.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { giveAnswers, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { textOf, ticksOf, type Answers } from '#features/forms/questions.ts'
import { toCallAnswers } from './call-answers.ts'

/** The answers that a call gives to a form, with the names of today. */
export async function readCallAnswers(db: Db, call: CallWithProcedure): Promise<Answers> {
  const { panel } = call.procedure
  return toCallAnswers(call, {
    award: call.award === undefined ? '' : await readAwardTitle(db, call.award, call.title),
    panel: panel ? await findBodyName(db, panel) : '',
  })
}

async function readAwardTitle(db: Db, award: string, otherwise: string): Promise<string> {
  return (await findEntry(db, 'award', award))?.data.title ?? otherwise
}

/**
 * What the open call gives to a form that was started under an earlier call for the same award, which may have been
 * renamed since, or for the same fellowship. Undefined if the form stays as it is.
 */
export async function findNewCallAnswers(
  db: Db,
  draft: FormDraft | undefined,
  call: CallNow | undefined,
): Promise<Answers | undefined> {
  if (!draft || draft.reopens || draft.sentAs !== undefined) return undefined
  if (!call || !hasProcedure(call) || !takesForms(call)) return undefined
  const own = textOf(draft.answers, 'call')
  // A form that was started without a call asks for everything, and stays so.
  if (own === '' || own === call.id) return undefined
  const award = textOf(draft.answers, 'award')
  const present = award === '' ? undefined : await findPresentAward(db, award)
  return present === call.award ? readCallAnswers(db, call) : undefined
}

/**
 * Continues such a form under the new call and its rules. Everything that was typed stays. Returns whether the new call
 * asks for other parts: then nothing may be submitted before the person has seen them.
 */
export async function moveToCall(
  db: Db,
  form: CaseTypeName,
  token: string,
  draft: FormDraft | undefined,
  call: CallNow | undefined,
  now: Date,
): Promise<boolean> {
  const given = await findNewCallAnswers(db, draft, call)
  if (!draft || !given) return false
  await giveAnswers(db, form, token, given, now)
  return !isDeepStrictEqual(ticksOf(given, 'callParts'), ticksOf(draft.answers, 'callParts'))
}
