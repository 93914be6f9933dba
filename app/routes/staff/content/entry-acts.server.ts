import { redirect } from 'react-router'
import { moveForm, placeForm } from '#features/content/entry/form.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { adoptEntry, changeAddress, placeEntry } from '#features/content/addresses/places.server.ts'
import { refuse, unreadableForm } from '#routes/staff/shared/answers.server.ts'
import { actorOf } from '#routes/request/guard.server.ts'
import { dbContext, nowContext } from '#server/http/context.server.ts'
import { readForm } from '#server/input/form.server.ts'
import type { Route } from './+types/entry-page.ts'

/** Moves the entry along its workflow. */
export async function actMove({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request, moveForm)
  if (!form.ok) return refuse(400, { move: form.errors['at'] ?? unreadableForm })
  const asked = { id: params.id, ...form.answers }
  const outcome = await moveEntry(
    context.get(dbContext),
    actorOf({ context }),
    asked,
    context.get(nowContext),
  )
  if (!outcome.ok) return refuse(409, { move: sentences[outcome.reason] })
  return redirect(`/editor/entries/${params.id}?moved=${asked.move}`)
}

/** Changes where the entry is found and until when, and whether it is a sample. */
export async function actPlace({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request, placeForm)
  if (!form.ok) return refuse(400, { place: Object.values(form.errors)[0] ?? unreadableForm })
  const { slug, position, until, adopt } = form.answers
  const { id } = params
  const db = context.get(dbContext)
  const actor = actorOf({ context })
  const now = context.get(nowContext)

  const moved = await changeAddress(db, actor, { id, slug }, now)
  if (!moved.ok) return refuse(409, { place: sentences[moved.reason] })
  const placed = await placeEntry(db, actor, { id, position, until }, now)
  if (!placed.ok) return refuse(409, { place: sentences[placed.reason] })
  const adopted = adopt ? await adoptEntry(db, actor, id, now) : placed
  if (!adopted.ok) return refuse(409, { place: sentences[adopted.reason] })
  return redirect(`/editor/entries/${id}?placed`)
}

const sentences = {
  'not-found': 'This entry is no longer there.',
  conflict: 'Somebody has saved a newer version in the meantime. Look at it, then decide again.',
  incomplete: 'It is not complete yet: what must be put right stands under “Before publishing”.',
  'no-time': 'Give a time that is still to come, in Indian time.',
  'in-the-past': 'The end must be a time that is still to come.',
  'wrong-state': 'This cannot be done where it stands now.',
  'fixed-address': 'The site needs this page at its address, so it stays where it is.',
  'for-administrators': 'An administrator does this. Ask for review.',
  'not-a-slug': 'An address has small letters, digits and single hyphens only.',
  taken: 'Another entry has this address already.',
}
