import { Readable } from 'node:stream'
import type { FileStore } from '#server/files/files.server.ts'
import { isUnchanged, readRange } from './byte-range.ts'

interface StoredFile {
  sha256: string
  bytes: number
}

/** Answers with bytes of the file store: all of them, a part, or "not modified". */
export async function sendStored(
  request: Request,
  files: FileStore,
  file: StoredFile,
  described: Record<string, string>,
): Promise<Response> {
  const etag = `"${file.sha256.slice(0, 32)}"`
  const headers = { ...described, etag, 'accept-ranges': 'bytes' }
  if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers })

  const range = request.method === 'GET' ? readRange(request.headers, etag, file.bytes) : 'all'
  if (range === 'none') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.bytes}` },
    })
  }
  if (!(await files.has(file.sha256))) throw new Error(`The stored file ${file.sha256} is missing.`)

  const size = range === 'all' ? file.bytes : range.end - range.start + 1
  const sized = { ...headers, 'content-length': String(size) }
  if (request.method === 'HEAD') return new Response(null, { headers: sized })
  if (range === 'all') return new Response(toWeb(files.stream(file.sha256)), { headers: sized })

  const partial = { 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` }
  return new Response(toWeb(files.stream(file.sha256, range)), {
    status: 206,
    headers: { ...sized, ...partial },
  })
}

function toWeb(stream: NodeJS.ReadableStream): ReadableStream {
  return Readable.toWeb(stream) as ReadableStream
}
