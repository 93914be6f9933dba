import { data } from 'react-router'
import { approvalForm, oneApprovalForm, removalForm } from '#features/people/removing/form.ts'
import {
  proposeRemovals,
  releaseRemoval,
  releaseRemovals,
  removalRefusals,
  withdrawRemoval,
} from '#features/people/removing/operations.server.ts'
import { listRemovals, readShownVersion } from '#features/people/removing/queries.server.ts'
import { givenToStaff, type RouteArgs } from '#routes/request/begin.server.ts'
import { rowsToUndo } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { readChosen, readForm } from '#server/input/form.server.ts'
import { undoButton } from '#server/input/shown-hash.ts'

const nothingWaits = {
  sentence: 'This person is not proposed for removal. Someone may have withdrawn the proposal.',
}

export type RemovalAct = 'propose-removal' | 'release-removal' | 'withdraw-removal'

export function isRemovalAct(act: string): act is RemovalAct {
  return ['propose-removal', 'release-removal', 'withdraw-removal'].includes(act)
}

/** What staff do about the removal of one person. The office and administrators approve it. */
export async function actOnRemoval(args: RouteArgs, act: RemovalAct, id: string, mayRelease: boolean) {
  const { db, actor, now } = givenToStaff(args)
  const page = `/editor/people/${id}`
  if (act === 'propose-removal') {
    const form = await readForm(args.request, removalForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const outcome = await proposeRemovals(db, actor, [id], form.answers.removalReason, now)
    return redirectWithFlash(args, page, { key: 'removals-proposed', ...outcome, person: id })
  }
  if (act === 'withdraw-removal') {
    const undoing = unlessWrong(await readForm(args.request, undoButton))
    const withdrawn = await withdrawRemoval(db, actor, { id, ...undoing }, now)
    if (!withdrawn.ok && withdrawn.reason === 'conflict') return refuse(409, { removal: changedSince })
    if (!withdrawn.ok) throw data(nothingWaits, { status: 404 })
    return redirectWithFlash(args, page, { key: 'removal-withdrawn' })
  }
  if (!mayRelease) throw onlyOffice()
  const { shownVersion } = unlessWrong(await readForm(args.request, oneApprovalForm))
  const released = await releaseRemoval(db, actor, id, readShownVersion(shownVersion), now)
  if (released.ok) return redirectWithFlash(args, page, { key: 'person-removed', id })
  if (released.reason === 'not-found') throw data(nothingWaits, { status: 404 })
  return refuse(409, { removal: removalRefusals[released.reason] })
}

function onlyOffice() {
  return data(
    { sentence: 'Only administrators and members of the office can approve a removal.' },
    { status: 403 },
  )
}

/** The first click shows why each was proposed, the second removes them. */
export async function approveSeveral(args: RouteArgs, list: string, mayRelease: boolean) {
  const { db, actor, now } = givenToStaff(args)
  if (!mayRelease) throw onlyOffice()
  const form = await readChosen(args.request, approvalForm)
  if (!form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  const { chosen: rows, confirmed } = form.answers
  const removals = rows.map(readRow)
  const chosen = removals.map(({ id }) => id)
  const waiting = await listRemovals(db, chosen)
  if (waiting.length === 0) return refuse(409, { rows: 'Nobody whom you selected is proposed for removal.' })
  if (confirmed === undefined)
    return data({ approving: waiting.map(({ officerId: _, ...shown }) => shown), errors: {} })
  const { removed, left } = await releaseRemovals(db, actor, removals, now)
  if (left.length === 0)
    return redirectWithFlash(args, list, {
      ...{ key: 'people-moved', move: 'bin', moved: removed, list },
      rows: rowsToUndo(chosen, removed),
    })
  const nameOf = (id: string) => waiting.find((one) => one.id === id)?.name ?? 'Someone'
  const why = left.map(({ id, reason }) => `${nameOf(id)}: ${sentences[reason]}`)
  return refuse(409, { rows: [`We removed ${removed} of ${chosen.length} people.`, ...why].join(' ') })
}

/** A row of the second form names the person and what the officer read; one of the first only the person. */
function readRow(row: string) {
  const [id = '', ...shownVersion] = row.split('_')
  return { id, seen: readShownVersion(shownVersion.join('_')) }
}

const sentences = { ...removalRefusals, 'not-found': nothingWaits.sentence }
