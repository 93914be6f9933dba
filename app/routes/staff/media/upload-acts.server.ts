import { statfs } from 'node:fs/promises'
import type { RouterContextProvider } from 'react-router'
import { beginForm, chunkQuery, uploadForm } from '#features/media/form.ts'
import { beginUpload, cancelUpload, findUpload, receiveChunk } from '#features/media/uploads.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { given } from '#routes/request/begin.server.ts'
import { jsonWith, unreadableForm } from '#routes/request/answers.server.ts'
import { sentenceFor } from './media.server.ts'

/**
 * A file comes in chunks, each in its own request: begin, then chunks at the current offset, then whatever the page
 * does with a complete file. `state` returns the offset, to continue after a lost connection.
 */

const maxChunkBytes = 8_500_000

interface UploadArgs {
  context: Readonly<RouterContextProvider>
  request: Request
  url: URL
}

/** Undefined if the address means something else, which only its own page can do. */
export function uploadAct(args: UploadArgs, maxBytes?: number): Promise<Response> | undefined {
  switch (args.url.searchParams.get('do')) {
    case 'begin':
      return begin(args, maxBytes)
    case 'chunk':
      return chunk(args)
    case 'state':
      return state(args)
    case 'cancel':
      return cancel(args)
    default:
      return undefined
  }
}

async function begin(args: UploadArgs, maxBytes?: number) {
  const { db, actor, now } = given(args)
  const form = await readForm(args.request, beginForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  const { context } = args
  const { bytes } = form.answers
  if (bytes > (await freeBytes(context)))
    return refused(413, 'The server’s disk is too full for this file. Tell an administrator.')
  const started = await beginUpload(db, actor, form.answers, now, maxBytes)
  if (started.ok) return jsonWith(200, { id: started.id, received: 0 })
  if (started.reason === 'for-administrators') return refused(403, sentenceFor(started.reason))
  return refused(started.reason === 'too-large' ? 413 : 409, sentenceFor(started.reason))
}

async function freeBytes(context: UploadArgs['context']): Promise<number> {
  const { config } = given({ context })
  const { bavail, bsize } = await statfs(config.dataDir)
  return bavail * bsize
}

async function chunk(args: UploadArgs) {
  const { db, actor, now } = given(args)
  const { context, request, url } = args
  const parsed = readQuery(url.searchParams, chunkQuery)
  if (!parsed.ok) return refused(400, parsed.error)
  if (request.headers.get('content-type') !== 'application/octet-stream')
    return refused(400, 'Send each part of a file as application/octet-stream.')
  if (Number(request.headers.get('content-length')) > maxChunkBytes)
    return refused(413, 'This part is too large. Send the file in smaller parts.')
  const body = untilLost(request.body)
  const taken = await receiveChunk(db, waitingStorage(context), actor, parsed.query, body, now)
  if (taken.ok) return jsonWith(200, { received: taken.received })
  const { received = 0 } = (await findUpload(db, actor, parsed.query.id)) ?? {}
  const status = { 'not-found': 404, elsewhere: 409, 'too-large': 413 }[taken.reason]
  return jsonWith(status, { sentence: sentenceFor(taken.reason), received })
}

/** A lost connection ends the chunk where it broke; an endless chunk is cut off. */
async function* untilLost(body: ReadableStream<Uint8Array> | null) {
  let bytes = 0
  try {
    for await (const piece of body ?? []) {
      bytes += piece.length
      if (bytes > maxChunkBytes) return
      yield piece
    }
  } catch {
    // What arrived is stored, and the sender asks where to continue.
  }
}

async function state(args: UploadArgs) {
  const { db, actor } = given(args)
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  const upload = await findUpload(db, actor, form.answers.id)
  return upload ? jsonWith(200, { received: upload.received }) : refused(404, sentenceFor('not-found'))
}

async function cancel(args: UploadArgs) {
  const { db, actor } = given(args)
  const form = await readForm(args.request, uploadForm)
  if (!form.ok) return refused(400, firstOf(form.errors))
  await cancelUpload(db, waitingStorage(args.context), actor, form.answers.id)
  return jsonWith(200, {})
}

function waitingStorage(context: UploadArgs['context']) {
  const { config } = given({ context })
  return { chunks: openChunkStore(config) }
}

export function refused(status: number, sentence: string) {
  return jsonWith(status, { sentence })
}

export function firstOf(errors: Record<string, string>): string {
  return Object.values(errors)[0] ?? unreadableForm
}
