import { data } from 'react-router'
import { decisionForm, releaseOneForm } from '#features/casework/casework-form.ts'
import { sentenceOf, type CaseMoveOutcome } from '#features/casework/casework.server.ts'
import { caseTypeOf } from '#features/casework/case-types.ts'
import { viewCase } from '#features/casework/case-view.ts'
import { findObjections } from '#features/casework/deciding/objections.server.ts'
import { releaseDecision, whyNot, withdrawDecision } from '#features/casework/decisions.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { previewDecision, recordDecision } from '#features/casework/deciding/recording.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { givenToStaff } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unreadableForm, unknownAction } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { undoButton } from '#server/input/shown-hash.ts'
import { noSuch } from './case-acts.server.ts'
import type { Route } from './+types/case-decision.ts'

/** What officers do with a grave decision; the caller has checked that it is a member of staff. */
export function actOnDecision(args: Route.ActionArgs) {
  switch (args.url.searchParams.get('do')) {
    case 'preview':
      return decide(args, 'preview')
    case 'edit':
      return decide(args, 'edit')
    case 'record':
      return decide(args, 'record')
    case 'release':
      return release(args)
    case 'withdraw':
      return withdraw(args)
    default:
      throw data({ sentence: unknownAction }, { status: 400 })
  }
}

/** From the preview people can go back to what they typed. */
async function decide(args: Route.ActionArgs, act: 'edit' | 'preview' | 'record') {
  const { db, config, actor, now } = givenToStaff(args)
  const { reference } = args.params
  const read = await readCase(db, actor, reference, now)
  if (!read) throw data(noSuch, { status: 404 })
  const name = args.url.searchParams.get('move') ?? ''
  const { moves } = caseTypeOf(read.caseRow.process, read.answers).workflow
  const rule = Object.hasOwn(moves, name) ? moves[name] : undefined
  if (!rule?.grave) throw data({ sentence: unknownAction }, { status: 400 })
  const form = await readForm(args.request, decisionForm(name, rule.asks ?? []))
  if (!form.ok) return refuse(400, { decision: unreadableForm }, form.typed)
  const deciding = { reference, move: name, ...form.answers }
  // They depend on what was typed, such as the number in the register.
  const view = viewCase(read, await readSettings(db), actor.role, now)
  const objections = await findObjections(db, deciding, read, view)
  const typed = { typed: form.typed, objections }
  if (act === 'edit') return { errors: {}, ...typed }
  if (act === 'preview') {
    const outcome = await previewDecision(db, actor, config.origin, deciding, now)
    if (!outcome.ok) return refuseMove(name, outcome, typed)
    return { errors: {}, ...typed, preview: { fields: form.typed, letters: outcome.letters } }
  }
  const outcome = await recordDecision(db, actor, config.origin, deciding, now)
  if (!outcome.ok) return refuseMove(name, outcome, typed)
  const { needsRelease, shownHash } = outcome
  return back(args, { key: 'decision-recorded', label: rule.label, needsRelease, reference, shownHash })
}

function refuseMove(
  name: string,
  outcome: Exclude<CaseMoveOutcome, { ok: true }>,
  typed: { typed: Record<string, string>; objections: string[] },
) {
  const [status, errors] = refusalOf(name, outcome)
  return data({ errors, ...typed }, { status })
}

function refusalOf(
  name: string,
  outcome: Exclude<CaseMoveOutcome, { ok: true }>,
): [status: 400 | 409, errors: Record<string, string>] {
  if (outcome.reason === 'needs-override') return [400, { override: sentenceOf(outcome) }]
  if (outcome.reason !== 'faulty') return [409, { decision: sentenceOf(outcome) }]
  const faults = Object.entries(outcome.faults).map(([ask, fault]) => [`${name}-${ask}`, fault])
  return [400, Object.fromEntries(faults) as Record<string, string>]
}

async function release(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const form = await readForm(args.request, releaseOneForm)
  if (!form.ok) return refuse(400, { decision: unreadableForm })
  const read = { reference: args.params.reference, shownHash: form.answers.shownHash }
  const outcome = await releaseDecision(db, actor, config.origin, read, now)
  if (outcome.ok) return back(args, { key: 'decision-released' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { decision: whyNot(outcome) })
}

async function withdraw(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { reference } = args.params
  const button = await readForm(args.request, undoButton)
  if (!button.ok) return refuse(400, { decision: unreadableForm })
  const outcome = await withdrawDecision(db, actor, { reference, ...button.answers }, now)
  if (!outcome.ok && outcome.reason === 'conflict') return refuse(409, { decision: changedSince })
  if (!outcome.ok) throw data(noSuch, { status: 404 })
  return back(args, { key: 'decision-withdrawn' })
}

function back(args: Route.ActionArgs, flash: Parameters<typeof redirectWithFlash>[2]) {
  return redirectWithFlash(args, `/editor/cases/${args.params.reference}`, flash)
}
