import { adviseOn } from '#features/content/entry/advice.server.ts'
import { conflictWithNewest } from '#features/content/entry/conflicts.server.ts'
import { readDraft } from '#features/content/entry/drafts.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { saveForm } from '#features/content/entry/form.ts'
import { saveEntry, type SaveRefusal } from '#features/content/entry/operations.server.ts'
import { findForStaff, listSavers } from '#features/content/reading/staff-queries.server.ts'
import { findVersion } from '#features/content/entry/versions.server.ts'
import type { SavedAnswer } from '#features/content/writing/send.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith, unreadableForm } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import type { Route } from './+types/save-entry.ts'

/** Everything an entry may hold, and room for its markup. */
export const maxBytes = 8 * 1024 * 1024

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Saves what an editing page sends. The page stays, so the answer is data. */
export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, 'routes/staff/content/save-entry')
  const { request, params } = args
  const entry = await findForStaff(db, params.id)
  if (!entry) return jsonWith(404, { sentence: refusals['not-found'] })
  const form = await readForm(request, saveForm, maxBytes)
  if (!form.ok) return jsonWith(400, { sentence: form.errors['data'] ?? unreadableForm })
  const draft = readDraft(entry.kind, form.answers.data)
  if (!draft.ok)
    return jsonWith(400, { sentence: 'Some fields need correcting. See above.', errors: draft.errors })

  const { base, copy } = form.answers
  const save = { id: params.id, base, data: draft.data, copy }
  const outcome = await saveEntry(db, actor, save, now)
  if (outcome.ok) {
    const { version, data, taken } = outcome
    const by = taken.length ? await listSavers(db, params.id, { after: base, upTo: version }, actor) : []
    const labels = taken.map((name) => labelOf(fields[entry.kind], [name]))
    const advice = await adviseOn(db, entry.kind, data, config.origin)
    return jsonWith(200, { version, data, taken, labels, by, advice } satisfies SavedAnswer)
  }
  if (outcome.reason !== 'conflict') return jsonWith(409, { sentence: refusals[outcome.reason] })
  // Read again: the conflicting version may have come after the first read.
  const newest = (await findForStaff(db, params.id)) ?? entry
  const began = (await findVersion(db, params.id, base)) ?? {}
  return jsonWith(409, { conflict: await conflictWithNewest(db, newest, began, draft.data) })
}

const refusals: Record<Exclude<SaveRefusal, 'conflict'>, string> = {
  'not-found': 'This entry no longer exists. Your text is stored in this browser.',
  'not-open':
    'To edit this entry, return it to draft or restore it first. Your text is stored in this browser.',
}
