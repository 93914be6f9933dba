import { data } from 'react-router'
import { removalForm } from '#features/people/removing/form.ts'
import {
  proposeRemovals,
  releaseRemoval,
  removalRefusals,
  withdrawRemoval,
} from '#features/people/removing/operations.server.ts'
import { givenToStaff, type Args } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong } from '#routes/staff/shared/answers.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'

const nothingWaits = {
  sentence: 'This person is not proposed for removal. Someone may have withdrawn the proposal.',
}

export type RemovalAct = 'propose-removal' | 'release-removal' | 'withdraw-removal'

export function isRemovalAct(act: string): act is RemovalAct {
  return ['propose-removal', 'release-removal', 'withdraw-removal'].includes(act)
}

/** What staff do about the removal of one person. The office and administrators approve it. */
export async function actOnRemoval(args: Args, act: RemovalAct, id: string, mayRelease: boolean) {
  const { db, actor, now } = givenToStaff(args)
  const page = `/editor/people/${id}`
  if (act === 'propose-removal') {
    const form = await readForm(args.request, removalForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const outcome = await proposeRemovals(db, actor, [id], form.answers.removalReason, now)
    return redirectWithFlash(args, page, { key: 'removals-proposed', ...outcome })
  }
  unlessWrong(await readButton(args.request))
  if (act === 'withdraw-removal') {
    const withdrawn = await withdrawRemoval(db, actor, id, now)
    if (!withdrawn.ok) throw data(nothingWaits, { status: 404 })
    return redirectWithFlash(args, page, { key: 'removal-withdrawn' })
  }
  if (!mayRelease)
    throw data(
      { sentence: 'Only administrators and members of the office can approve a removal.' },
      { status: 403 },
    )
  const released = await releaseRemoval(db, actor, id, now)
  if (released.ok) return redirectWithFlash(args, page, { key: 'person-moved', id, move: 'bin' })
  if (released.reason === 'not-found') throw data(nothingWaits, { status: 404 })
  return refuse(409, { removal: removalRefusals[released.reason] })
}
