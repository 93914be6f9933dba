import { uploadForm } from '#features/media/form.ts'
import { beginSiteImport, maxCopyBytes } from '#features/site-copy/imports.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import { jsonWith, unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceFor } from '#routes/staff/media/media.server.ts'
import { firstOf, refused, uploadAct } from '#routes/staff/media/upload-acts.server.ts'
import type { Route } from './+types/site-copy-upload.ts'

/** A copy of a site, in chunks; `finish` queues its check, which changes nothing on the site. */

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/staff/site-copy/site-copy-upload')
  if (args.url.searchParams.get('do') === 'finish') return finish(args)
  return uploadAct(args, maxCopyBytes) ?? refused(400, unreadableForm)
}

async function finish(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  const started = await beginSiteImport(db, actor, form.answers.id, now)
  if (started.ok) return jsonWith(200, { id: started.id })
  if (started.reason === 'under-way') return refused(409, underWay)
  return refused(started.reason === 'not-found' ? 404 : 400, sentenceFor(started.reason))
}

const underWay = 'You have already uploaded another copy. Import or delete it first.'
