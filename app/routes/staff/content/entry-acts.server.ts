import { officeTime } from '#office-time.ts'
import { duplicateEntry } from '#features/content/entry/duplicating.server.ts'
import { locationForm } from '#features/content/entry/form.ts'
import { isRemoval } from '#features/entry-reviews/endings.ts'
import { assignReviewerForm, reviewedMoveForm, undoPublishingForm } from '#features/entry-reviews/form.ts'
import { assignReviewer, moveReviewed } from '#features/entry-reviews/operations.server.ts'
import { undoPublication } from '#features/entry-reviews/undo-publishing.server.ts'
import { saveTemplate } from '#features/content/entry/templates.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { given, givenToStaff } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, unreadableForm } from '#routes/request/answers.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import type { Undoing } from '#server/input/shown-hash.ts'
import { moveRefusals } from './move-refusals.ts'
import type { Route } from './+types/entry-page.ts'

/** Moves the entry along its workflow. */
export async function actMove(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const { request, params } = args
  const form = await readForm(request, reviewedMoveForm)
  if (!form.ok) return refuse(400, { move: Object.values(form.errors)[0] ?? unreadableForm })
  const requested = { id: params.id, ...form.answers }
  const { id, move, version } = requested
  const outcome = await moveReviewed(db, actor, requested, config.origin, now)
  if (!outcome.ok && outcome.reason === 'no-note')
    return refuse(400, { 'review-note': isRemoval(move) ? whyRemoved : moveRefusals['no-note'] })
  if (!outcome.ok) return refuse(409, { move: refusalOf(outcome.reason, form.answers) })
  return redirectWithFlash(args, `/editor/entries/${id}`, {
    ...{ key: 'entry-moved', id, move, version, shownHash: outcome.shownHash },
    from: outcome.before,
    emailed: emailedIn(config, outcome.emailed),
    ...(outcome.publication && { publication: outcome.publication }),
  })
}

/** Undo of a publication. */
export async function actUndoPublishing(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  const { id } = args.params
  const form = unlessWrong(await readForm(args.request, undoPublishingForm))
  const outcome = await undoPublication(db, actor, { id, ...form }, now)
  if (!outcome.ok) {
    const { reason } = outcome
    return refuse(409, { move: reason === 'conflict' ? changedSince : moveRefusals[reason] })
  }
  const isLive = form.live !== undefined
  return redirectWithFlash(args, `/editor/entries/${id}`, {
    ...{ key: 'publication-undone', isLive, isInReview: outcome.state === 'in_review' },
  })
}

const whyRemoved = 'Write a note to the author: why do you do this?'

/** Whom the message names: at most three people, and nobody without a mail server. */
function emailedIn({ smtpUrl }: { smtpUrl: string | undefined }, names: string[]): string[] {
  return smtpUrl === undefined ? [] : names.slice(0, 3)
}

/** Gives the review of the entry to someone. */
export async function actAssignReviewer(args: Route.ActionArgs) {
  const { db, config, actor, now } = givenToStaff(args)
  const { request, params } = args
  const form = await readForm(request, assignReviewerForm)
  if (!form.ok) return refuse(400, { 'assign-reviewer': Object.values(form.errors)[0] ?? unreadableForm })
  const { id } = params
  const { note, reviewer, shownHash } = form.answers
  const requested = { id, note, reviewer, shownHash }
  const outcome = await assignReviewer(db, actor, requested, config.origin, now)
  if (!outcome.ok) return refuse(409, { 'assign-reviewer': refusalOf(outcome.reason, form.answers) })
  return redirectWithFlash(args, `/editor/entries/${id}`, {
    ...{ key: 'reviewer-assigned', id, to: outcome.name, before: outcome.before },
    shownHash: outcome.shownHash,
  })
}

/** Starts a new entry that says the same. */
export async function actDuplicate(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  unlessWrong(await readButton(args.request))
  const outcome = await duplicateEntry(db, actor, args.params.id, now)
  if (!outcome.ok) return refuse(409, { move: moveRefusals[outcome.reason] })
  return redirectWithFlash(args, `/editor/entries/${outcome.id}`, {
    ...{ key: 'entry-duplicated', id: outcome.id, version: outcome.version },
    shownHash: outcome.shownHash,
  })
}

/** Saves what the entry says as a template. */
export async function actSaveTemplate(args: Route.ActionArgs) {
  const { db, actor, now } = givenToStaff(args)
  unlessWrong(await readButton(args.request))
  const outcome = await saveTemplate(db, actor, args.params.id, now)
  if (!outcome.ok) return refuse(409, { move: templateRefusals[outcome.reason] })
  const { id, kind, name, shownHash } = outcome
  return redirectWithFlash(args, `/editor/entries/${args.params.id}`, {
    key: 'template-saved',
    id,
    kind,
    name,
    shownHash,
  })
}

const templateRefusals = {
  'not-found': moveRefusals['not-found'],
  'too-many': 'There are 100 templates of this kind already. Delete one first.',
}

/** Changes the address, position and end of the entry, and whether it is a sample. */
export async function actRelocate(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { request, params } = args
  const form = await readForm(request, locationForm)
  if (!form.ok) return refuse(400, { location: Object.values(form.errors)[0] ?? unreadableForm })
  const { slug, adopt, shownHash, ...order } = form.answers
  const { id } = params
  const location = { id, slug, order, adopt: adopt === 'yes', shownHash }
  const outcome = await relocateEntry(db, actor, location, now)
  if (!outcome.ok) return refuse(409, { location: refusalOf(outcome.reason, form.answers) })
  return redirectWithFlash(args, `/editor/entries/${id}`, {
    ...{ key: 'entry-relocated', id },
    // A sample that is marked as real stays so.
    ...(adopt !== 'yes' && {
      before: { ...locationFields(outcome.before), shownHash: outcome.shownHash },
    }),
  })
}

/** The form of the address and order as it was. */
function locationFields(before: { slug: string; position: number; until: number | null }) {
  const { slug, position, until } = before
  return { slug, position: String(position), until: until === null ? '' : officeTime(until) }
}

function refusalOf(reason: keyof typeof moveRefusals, { shownHash }: Undoing): string {
  const isUndo = shownHash !== undefined
  return reason === 'conflict' && isUndo ? changedSince : moveRefusals[reason]
}
