import { compareVersions } from '#features/content/compare.ts'
import { findFileNames } from '#features/content/file-names.server.ts'
import type { FileNames } from '#features/content/texts.ts'
import { readDraft, type Draft } from '#features/content/drafts.ts'
import { saveForm } from '#features/content/form.ts'
import { saveEntry, type SaveRefusal } from '#features/content/operations.server.ts'
import { findForStaff, type StaffEntry } from '#features/content/staff-queries.server.ts'
import { jsonWith, unreadableForm } from '#routes/staff/answers.server.ts'
import { actorOf, allowActing } from '#routes/staff/guard.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import type { Route } from './+types/save-entry.ts'

/** Everything an entry may hold, and room for its markup. */
export const mostBytes = 8 * 1024 * 1024

export { onlyPosted as loader } from '#routes/staff/answers.server.ts'

/** Saves what an editing page sends. The page stays as it is, so the answer is data. */
export async function action(args: Route.ActionArgs) {
  allowActing(args, 'routes/staff/content/save-entry')
  const { context, request, params } = args
  const db = context.get(dbContext)
  const entry = await findForStaff(db, params.id)
  if (!entry) return jsonWith(404, { sentence: refusals['not-found'] })
  const form = await readForm(request, saveForm, mostBytes)
  if (!form.ok) return jsonWith(400, { sentence: form.errors['data'] ?? unreadableForm })
  const draft = readDraft(entry.kind, form.answers.data)
  if (!draft.ok)
    return jsonWith(400, { sentence: 'Something does not fit. See above.', errors: draft.errors })

  const save = { id: params.id, base: form.answers.base, data: draft.data }
  const outcome = await saveEntry(db, actorOf(args), save, context.get(nowContext))
  if (outcome.ok) return jsonWith(200, { version: outcome.version })
  if (outcome.reason === 'conflict') {
    const names = await findFileNames(db, entry.kind, [draft.data, entry.data])
    return jsonWith(409, { conflict: conflictWith(entry, draft.data, names) })
  }
  return jsonWith(409, { sentence: refusals[outcome.reason] })
}

const refusals: Record<Exclude<SaveRefusal, 'conflict'>, string> = {
  'not-found': 'This entry is no longer there. What you typed is kept in this browser.',
  'not-open':
    'This cannot be changed where it stands: take it back to draft, or out of the bin, first. What you typed is kept in this browser.',
}

function conflictWith({ kind, data, head_version, updatedBy }: StaffEntry, mine: Draft, names: FileNames) {
  return {
    version: head_version,
    by: updatedBy,
    theirs: data,
    differences: compareVersions(kind, mine, data, names),
  }
}
