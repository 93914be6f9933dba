import { rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeFolder } from '#server/files/folder.server.ts'
import { maxDocumentBytes } from '#features/media/file-kinds.ts'
import { writeBounded } from '#server/input/mixed-form.server.ts'
import { BadMultipart, readMultipart } from '#server/input/multipart.ts'

/** Files sent by a plain form, for browsers without scripts. */

export interface UploadedFile {
  name: string
  path: string
  bytes: number
}

export class TooMuch extends Error {}

const maxBytes = 60_000_000
const maxFiles = 20

/**
 * Writes each file of a form to the disk, passes it on, and removes it when the work is done. Without any file, or if
 * the form cannot be read, throws BadMultipart.
 */
export async function eachSentFile(
  request: Request,
  folder: string,
  work: (file: UploadedFile) => Promise<void>,
): Promise<void> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new TooMuch()
  const body = bounded(request.body)
  let count = 0
  for await (const part of readMultipart(body, request.headers.get('content-type') ?? '')) {
    // A file input without a choice sends a part without name and bytes.
    if (part.fileName === '') continue
    if (part.name !== 'file' || part.fileName === undefined) throw new BadMultipart('No such field.')
    if (++count > maxFiles) throw new TooMuch()
    const path = join(folder, `form-${randomUUID()}`)
    try {
      await makeFolder(folder)
      await work({ name: part.fileName, path, bytes: await writeBounded(path, part.body, maxDocumentBytes) })
    } finally {
      await rm(path, { force: true })
    }
  }
  if (count === 0) throw new BadMultipart('The form has no file.')
}

async function* bounded(body: ReadableStream<Uint8Array> | null) {
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new TooMuch()
    yield piece
  }
}
