import { readDraft } from '#features/content/drafts.ts'
import { workingCopyForm } from '#features/content/form.ts'
import { findForStaff } from '#features/content/staff-queries.server.ts'
import { dropWorkingCopy, keepWorkingCopy, notePresence } from '#features/content/working-copies.server.ts'
import { jsonWith, unreadableForm } from '#routes/staff/answers.server.ts'
import { actorOf, allowActing } from '#routes/staff/guard.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import { mostBytes } from './save-entry.ts'
import type { Route } from './+types/working-copy.ts'

export { onlyPosted as loader } from '#routes/staff/answers.server.ts'

/** Keeps what somebody has typed and not saved, and says who else has the entry open. */
export async function action(args: Route.ActionArgs) {
  allowActing(args, 'routes/staff/content/working-copy')
  const { context, request, params } = args
  const db = context.get(dbContext)
  const actor = actorOf(args)
  const now = context.get(nowContext)
  const form = await readForm(request, workingCopyForm, mostBytes)
  if (!form.ok) return jsonWith(400, { sentence: unreadableForm })
  const { base, data } = form.answers

  if (data === 'drop') await dropWorkingCopy(db, actor, params.id)
  else if (data !== undefined) {
    const entry = await findForStaff(db, params.id)
    const draft = entry && readDraft(entry.kind, data)
    // What does not fit is not kept here; the browser keeps it, and the save will say what is wrong.
    if (draft && !draft.ok) return jsonWith(400, { errors: draft.errors })
    if (draft) await keepWorkingCopy(db, actor, { id: params.id, base, data: draft.data }, now)
  }
  const pulse = await notePresence(db, actor, params.id, now)
  return pulse ? jsonWith(200, pulse) : jsonWith(404, { sentence: 'This entry is no longer there.' })
}
