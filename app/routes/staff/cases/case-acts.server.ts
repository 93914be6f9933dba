import { data } from 'react-router'
import { officeDay } from '#office-time.ts'
import { assignForm, holdForm, moveForm, noteForm, refundForm } from '#features/casework/casework-form.ts'
import { holdCase, moveCase, sentenceOf } from '#features/casework/casework.server.ts'
import { noteRefund } from '#features/memberships/ledger.server.ts'
import { addNote, assignCase } from '#features/cases/operations.server.ts'
import type { Workflow } from '#features/cases/workflow.ts'
import { findCaseFor, listAssignable } from '#features/casework/case-queries.server.ts'
import { caseTypeOfRow } from '#features/casework/case-types.ts'
import { stateLabel } from '#features/casework/queues.ts'
import { givenToStaff } from '#routes/request/begin.server.ts'
import type { Flash } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unreadableForm, unknownAction } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import type { Route } from './+types/case-page.ts'

/** What the page of a case can do with it; the caller has checked that it is a member of staff. */

export const noSuch = { sentence: 'There is no case with this reference.' }

export function actOnCase(args: Route.ActionArgs) {
  const act = args.url.searchParams.get('do') ?? ''
  switch (act) {
    case 'note':
      return note(args)
    case 'assign':
      return assign(args)
    case 'refund':
      return refund(args)
    case 'hold':
    case 'release':
      if (givenToStaff(args).actor.role !== 'admin')
        throw data({ sentence: 'Only administrators can put a case on hold.' }, { status: 403 })
      return hold(args, act)
    default:
      return move(args, act.startsWith('move-') ? act.slice('move-'.length) : '')
  }
}

async function move(args: Route.ActionArgs, name: string) {
  const { db, config, actor, now } = givenToStaff(args)
  const { params, request } = args
  const caseRow = await findCaseFor(db, actor, params.reference, now)
  if (!caseRow) throw data(noSuch, { status: 404 })
  const { moves } = caseTypeOfRow(caseRow).workflow
  const rule = Object.hasOwn(moves, name) ? moves[name] : undefined
  if (!rule) throw data({ sentence: unknownAction }, { status: 400 })
  const form = await readForm(request, moveForm(name, rule.asks ?? []))
  if (!form.ok) return refuse(400, errorsOfMove(form.errors, `move-${name}`), form.typed)
  const moving = { reference: params.reference, move: name, ...form.answers }
  const { origin } = config
  const outcome = await moveCase(db, actor, origin, moving, now)
  if (outcome.ok) {
    const state = stateLabel(caseRow.process, outcome.to)
    const undo = undoOf(moves, name, { reference: params.reference, seen: outcome.version })
    return back(args, { key: 'case-moved', state, silent: rule.silent === true, undo })
  }
  if (outcome.reason === 'faulty') {
    const faults = Object.entries(outcome.faults).map(([ask, fault]) => [`${name}-${ask}`, fault])
    return refuse(400, Object.fromEntries(faults) as Record<string, string>, form.typed)
  }
  return refuse(409, { [`move-${name}`]: sentenceOf(outcome) }, form.typed)
}

/** The move that undoes another, if the workflow has one. */
function undoOf(moves: Workflow['moves'], name: string, made: { reference: string; seen: number }) {
  const move = Object.keys(moves).find((one) => moves[one]?.undoes?.includes(name))
  return move === undefined ? undefined : { ...made, move }
}

/** An error without a field in the form has nowhere to lead. */
function errorsOfMove(errors: Record<string, string>, id: string): Record<string, string> {
  return Object.keys(errors).length > 0 ? { [id]: unreadableForm } : {}
}

async function note(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, noteForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await addNote(db, actor, params.reference, form.answers.note, now)
  if (!outcome.ok) throw data(noSuch, { status: 404 })
  return back(args, { key: 'case-noted' })
}

async function assign(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, assignForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { shownHash } = form.answers
  const to = form.answers.staff || null
  const { reference } = params
  const outcome = await assignCase(db, actor, reference, { to, shownHash }, now)
  if (outcome.ok) {
    const { id: caseId, before, shownHash } = outcome
    const people = await listAssignable(db, caseId, officeDay(now))
    const name = people.find(({ id }) => id === to)?.name
    return back(args, { key: 'case-assigned', reference, to: name, before, shownHash })
  }
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  if (outcome.reason === 'conflict') return refuse(409, { staff: changedSince })
  return refuse(
    409,
    { staff: 'This person no longer has an active account. Choose someone else.' },
    form.typed,
  )
}

async function refund(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, refundForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { refundAmount: amount, refundDay: paidOn, refundNote: note } = form.answers
  const outcome = await noteRefund(db, actor, params.reference, { amount, paidOn, note }, now)
  if (outcome.ok) return back(args, { key: 'refund-noted' })
  if (outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  return refuse(409, { refundAmount: 'This is more than was paid. Check the amount.' }, form.typed)
}

async function hold(args: Route.ActionArgs, act: 'hold' | 'release') {
  const { db, actor, now } = givenToStaff(args)
  const { params, request } = args
  const form = await readForm(request, holdForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const hold = act === 'hold'
  const { reference } = params
  const outcome = await holdCase(db, actor, reference, { hold, ...form.answers }, now)
  if (!outcome.ok && outcome.reason === 'not-found') throw data(noSuch, { status: 404 })
  if (!outcome.ok && outcome.reason === 'conflict') return refuse(409, { reason: changedSince })
  // If it was so already, there is nothing to undo.
  const { before, shownHash } = outcome.ok ? outcome : { before: null, shownHash: undefined }
  return back(
    args,
    hold
      ? { key: 'case-held', reference, shownHash }
      : { key: 'case-released', reference, before, shownHash },
  )
}

function back(args: Route.ActionArgs, flash: Flash) {
  return redirectWithFlash(args, `/editor/cases/${args.params.reference}`, flash)
}
