import { finishForm, uploadForm } from '#features/media/form.ts'
import { readPdf } from '#features/media/covers.server.ts'
import { findLibraryFile, toChosen } from '#features/media/library.server.ts'
import { finishUpload } from '#features/media/uploads.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { begin, given } from '#routes/request/begin.server.ts'
import { jsonWith, unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceFor, statusFor, uploadStorage } from './media.server.ts'
import { firstOf, refused, uploadAct } from './upload-acts.server.ts'
import type { Route } from './+types/media-upload.ts'

/** Files for the library, in chunks; `finish` makes a file of them, `cover` reads an existing PDF. */

export { onlyPosted as loader } from '#routes/request/answers.server.ts'

export async function action(args: Route.ActionArgs) {
  begin(args, 'routes/staff/media/media-upload')
  switch (args.url.searchParams.get('do')) {
    case 'finish':
      return finish(args)
    case 'cover':
      return cover(args)
    default:
      return uploadAct(args) ?? refused(400, unreadableForm)
  }
}

async function finish(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const form = await readForm(args.request, finishForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  const { context } = args
  const { id, again } = form.answers
  const requested = { id, evenIfKnown: again === 'yes' }
  const finished = await finishUpload(db, uploadStorage(context), actor, requested, now)
  if (!finished.ok) return refused(statusFor(finished.reason), sentenceFor(finished.reason))
  const file = await findLibraryFile(db, finished.id)
  if (!file) return refused(404, sentenceFor('not-found'))
  return jsonWith(200, { file: toChosen(file), isKnown: finished.isKnown })
}

async function cover(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  const { context } = args
  const { id } = form.answers
  const read = await readPdf(db, uploadStorage(context), actor, id, now)
  if (!read.ok) return refused(statusFor(read.reason), sentenceFor(read.reason))
  const picture = await findLibraryFile(db, read.coverId)
  return jsonWith(200, { pages: read.pages, cover: picture && toChosen(picture) })
}
