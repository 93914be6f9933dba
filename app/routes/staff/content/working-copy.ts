import { answerForPage } from '#features/content/entry/conflicts.server.ts'
import { answerCopyRequest } from '#features/content/entry/copy-requests.server.ts'
import { workingCopyForm } from '#features/content/entry/form.ts'
import { notePresence } from '#features/content/reading/presence.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith, unreadableForm } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { maxBytes } from './save-entry.ts'
import type { Route } from './+types/working-copy.ts'

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

/** Stores what someone has typed and not saved, and returns who else has the entry open. */
export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, 'routes/staff/content/working-copy')
  const { request, params } = args
  const form = await readForm(request, workingCopyForm, maxBytes)
  if (!form.ok) return jsonWith(400, { sentence: unreadableForm })
  const entry = await findForStaff(db, params.id)
  if (!entry) return jsonWith(404, { sentence: gone })

  const answer = await answerCopyRequest(db, actor, entry, form.answers, now)
  if (answer.is === 'unreadable') return jsonWith(400, { errors: answer.errors })
  if (answer.is === 'refused')
    return jsonWith(answer.reason === 'not-found' ? 404 : 413, { sentence: sentences[answer.reason] })
  const isRefused = answer.is === 'moved' && form.answers.do !== 'look'
  const pulse = await notePresence(db, actor, params.id, now)
  return jsonWith(isRefused ? 409 : 200, {
    ...pulse,
    ...(await answerForPage(db, entry, form.answers, answer, config.origin)),
  })
}

const gone = 'This entry no longer exists.'
const sentences = { 'not-found': gone, 'too-long': 'This is too long to save. Shorten the text.' }
