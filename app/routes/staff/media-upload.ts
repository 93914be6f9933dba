import { beginForm, chunkQuery, finishForm, uploadForm } from '#features/media/form.ts'
import { readPdf } from '#features/media/covers.server.ts'
import { findLibraryFile, toChosen } from '#features/media/library.server.ts'
import {
  beginUpload,
  cancelUpload,
  findUpload,
  finishUpload,
  receiveChunk,
} from '#features/media/uploads.server.ts'
import { dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import { readQuery } from '#server/query-string.ts'
import { jsonWith, unreadableForm } from './answers.server.ts'
import { actorOf, allowActing } from './guard.server.ts'
import { sentenceFor, uploadPlace } from './media.server.ts'
import type { Route } from './+types/media-upload.ts'

/**
 * A file comes in pieces, each with its own request: begin, then chunks at the offset where the file stands, then
 * finish. `state` tells where it stands, for going on after a lost connection; `cover` reads a PDF that is there.
 */

const route = 'routes/staff/media-upload'
const mostChunkBytes = 8_500_000

export { onlyPosted as loader } from './answers.server.ts'

export async function action(args: Route.ActionArgs) {
  allowActing(args, route)
  switch (args.url.searchParams.get('do')) {
    case 'begin':
      return begin(args)
    case 'chunk':
      return chunk(args)
    case 'state':
      return state(args)
    case 'finish':
      return finish(args)
    case 'cancel':
      return cancel(args)
    case 'cover':
      return cover(args)
    default:
      return refused(400, unreadableForm)
  }
}

async function begin(args: Route.ActionArgs) {
  const form = await readForm(args.request, beginForm)
  if (!form.ok) return refused(400, first(form.errors))
  const { context } = args
  const begun = await beginUpload(
    context.get(dbContext),
    actorOf(args),
    form.answers,
    context.get(nowContext),
  )
  if (begun.ok) return jsonWith(200, { id: begun.id, received: 0 })
  return refused(begun.reason === 'too-large' ? 413 : 409, sentenceFor(begun.reason))
}

async function chunk(args: Route.ActionArgs) {
  const { context, request, url } = args
  const asked = readQuery(url.searchParams, chunkQuery)
  if (!asked.ok) return refused(400, asked.error)
  if (request.headers.get('content-type') !== 'application/octet-stream')
    return refused(400, 'A piece of a file must be sent as application/octet-stream.')
  if (Number(request.headers.get('content-length')) > mostChunkBytes)
    return refused(413, 'This piece is too large. Send the file in smaller ones.')
  const db = context.get(dbContext)
  const body = untilLost(request.body)
  const taken = await receiveChunk(
    db,
    uploadPlace(context),
    actorOf(args),
    asked.query,
    body,
    context.get(nowContext),
  )
  if (taken.ok) return jsonWith(200, { received: taken.received })
  const { received = 0 } = (await findUpload(db, actorOf(args), asked.query.id)) ?? {}
  const status = { 'not-found': 404, elsewhere: 409, 'too-large': 413 }[taken.reason]
  return jsonWith(status, { sentence: sentenceFor(taken.reason), received })
}

/** A lost connection ends the piece where it broke; a piece without end is cut off. */
async function* untilLost(body: ReadableStream<Uint8Array> | null) {
  let bytes = 0
  try {
    for await (const piece of body ?? []) {
      bytes += piece.length
      if (bytes > mostChunkBytes) return
      yield piece
    }
  } catch {
    // What arrived is kept, and the sender asks where to go on.
  }
}

async function state(args: Route.ActionArgs) {
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, first(form.errors))
  const upload = await findUpload(args.context.get(dbContext), actorOf(args), form.answers.id)
  return upload ? jsonWith(200, { received: upload.received }) : refused(404, sentenceFor('not-found'))
}

async function finish(args: Route.ActionArgs) {
  const form = await readForm(args.request, finishForm)
  if (!form.ok) return refused(400, first(form.errors))
  const { context } = args
  const db = context.get(dbContext)
  const { id, again } = form.answers
  const asked = { id, evenIfKnown: again === 'yes' }
  const finished = await finishUpload(db, uploadPlace(context), actorOf(args), asked, context.get(nowContext))
  if (!finished.ok) return refused(finished.reason === 'not-found' ? 404 : 400, sentenceFor(finished.reason))
  const file = await findLibraryFile(db, finished.id)
  if (!file) return refused(404, sentenceFor('not-found'))
  return jsonWith(200, { file: toChosen(file), isKnown: finished.isKnown })
}

async function cancel(args: Route.ActionArgs) {
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, first(form.errors))
  await cancelUpload(args.context.get(dbContext), uploadPlace(args.context), actorOf(args), form.answers.id)
  return jsonWith(200, {})
}

async function cover(args: Route.ActionArgs) {
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, first(form.errors))
  const { context } = args
  const db = context.get(dbContext)
  const { id } = form.answers
  const read = await readPdf(db, uploadPlace(context), actorOf(args), id, context.get(nowContext))
  if (!read.ok) return refused(read.reason === 'not-found' ? 404 : 400, sentenceFor(read.reason))
  const picture = await findLibraryFile(db, read.coverId)
  return jsonWith(200, { pages: read.pages, cover: picture && toChosen(picture) })
}

function refused(status: number, sentence: string) {
  return jsonWith(status, { sentence })
}

function first(errors: Record<string, string>): string {
  return Object.values(errors)[0] ?? unreadableForm
}
