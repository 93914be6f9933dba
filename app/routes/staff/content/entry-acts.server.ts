import { moveForm, locationForm } from '#features/content/entry/form.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import type { Route } from './+types/entry-page.ts'

/** Moves the entry along its workflow. */
export async function actMove(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { request, params } = args
  const form = await readForm(request, moveForm)
  if (!form.ok) return refuse(400, { move: form.errors['at'] ?? unreadableForm })
  const requested = { id: params.id, ...form.answers }
  const before = await findForStaff(db, params.id)
  if (!before) return refuse(409, { move: sentences['not-found'] })
  const outcome = await moveEntry(db, actor, requested, now)
  if (!outcome.ok) return refuse(409, { move: sentences[outcome.reason] })
  const { id, move, version } = requested
  return redirectWithFlash(args, `/editor/entries/${id}`, {
    ...{ key: 'entry-moved', id, move, version },
    from: before.state,
  })
}

/** Changes the address, position and end of the entry, and whether it is a sample. */
export async function actRelocate(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { request, params } = args
  const form = await readForm(request, locationForm)
  if (!form.ok) return refuse(400, { place: Object.values(form.errors)[0] ?? unreadableForm })
  const { slug, adopt, ...order } = form.answers
  const { id } = params
  const outcome = await relocateEntry(db, actor, { id, slug, order, adopt: adopt === 'yes' }, now)
  if (!outcome.ok) return refuse(409, { place: sentences[outcome.reason] })
  return redirectWithFlash(args, `/editor/entries/${id}`, { key: 'entry-relocated' })
}

const sentences = {
  'not-found': 'This entry no longer exists.',
  conflict: 'Someone saved a newer version. Check it, then try again.',
  incomplete: 'This entry is not complete. See “Before publishing” for what needs correcting.',
  'no-time': 'Enter a date and time in the future (IST).',
  'in-the-past': 'Enter a date and time in the future (IST).',
  'wrong-state': 'This is not possible in the current status.',
  'fixed-address': 'The site needs this page, so it has to stay published at its address.',
  'for-administrators': 'Only an administrator can do this. Submit it for review.',
  'not-a-slug': 'Use only lowercase letters, digits and single hyphens.',
  taken: 'Another entry already has this address. Choose a different one.',
}
