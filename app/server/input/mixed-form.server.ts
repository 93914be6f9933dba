import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/files/folder.server.ts'
import { writeAll } from '#server/files/write-all.server.ts'
import { BadMultipart, readMultipart, type BodyPart } from './multipart.ts'
import { withoutNul } from './without-nul.ts'

/** A form of texts that may include files, from browsers with and without scripts. */
export interface MixedForm {
  typed: Record<string, string>
  files: SentFile[]
  /** Fields whose files were skipped, because the page accepts none right now. */
  dropped: string[]
  /** Why it is incomplete; what arrived until then is included. */
  fault: MixedFault | undefined
}

export type MixedFault =
  | { reason: 'unreadable' | 'too-much' }
  /** A field was sent more than once. */
  | { reason: 'twice'; field: string }

export interface SentFile {
  field: string
  name: string
  path: string
  /** As many as arrived; at most one more than the field's limit is on the disk. */
  bytes: number
}

export interface MixedLimits {
  folder: string
  /** The size limit of this field's files; undefined if the field takes none. */
  maxBytesOf: (field: string) => number | undefined
  /** Zero if the page asks for no files, and so does not send multipart. */
  maxFiles: number
  maxFileBytes: number
  /** Reads the texts and writes no byte of a file. */
  dropFiles?: boolean
}

const maxTextBytes = 2 * 1024 * 1024
// A browser shows the answer only after sending everything, so what is slightly too large is read and dropped.
const readPastLimit = 2

/** Reads the form and works on it; the files are removed from the disk when the work is done. */
export async function withMixedForm<T>(
  request: Request,
  limits: MixedLimits,
  work: (form: MixedForm) => Promise<T>,
): Promise<T> {
  const form: MixedForm = { typed: Object.create(null), files: [], dropped: [], fault: undefined }
  try {
    await read(request, limits, form)
    return await work(form)
  } finally {
    await Promise.all(form.files.map(({ path }) => rm(path, { force: true })))
  }
}

class TooMuch extends Error {}

async function read(request: Request, limits: MixedLimits, form: MixedForm): Promise<void> {
  const type = request.headers.get('content-type') ?? ''
  try {
    if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) await readPlain(request, form)
    else if (limits.maxFiles > 0) await readParts(request, type, limits, form)
    else form.fault = { reason: 'unreadable' }
  } catch (error) {
    if (error instanceof BadMultipart) form.fault ??= { reason: 'unreadable' }
    else if (error instanceof TooMuch) form.fault = { reason: 'too-much' }
    else throw error
  }
}

async function readPlain(request: Request, form: MixedForm) {
  const pieces: Uint8Array[] = []
  const take = () => {
    for (const [name, text] of new URLSearchParams(Buffer.concat(pieces).toString())) add(form, name, text)
  }
  try {
    for await (const piece of bounded(request.body, maxTextBytes)) pieces.push(piece)
  } catch (error) {
    if (error instanceof TooMuch) take()
    throw error
  }
  take()
}

async function readParts(request: Request, type: string, limits: MixedLimits, form: MixedForm) {
  const body = bounded(request.body, limits.maxFileBytes + maxTextBytes)
  let textBytes = 0
  for await (const part of readMultipart(body, type)) {
    if (part.fileName === undefined) {
      const bytes = await readBytes(part, maxTextBytes - textBytes)
      textBytes += bytes.length
      add(form, part.name, bytes.toString())
    } else if (part.fileName !== '') {
      const max = limits.maxBytesOf(part.name)
      if (max === undefined) throw new BadMultipart('No such file.')
      // The unread rest of a part is skipped.
      if (limits.dropFiles) form.dropped.push(part.name)
      else if (form.files.length >= limits.maxFiles) throw new TooMuch()
      else await storeFile(form, limits.folder, part, max)
    }
    // A file input without a choice sends a part without name and bytes.
  }
}

function add(form: MixedForm, name: string, text: string) {
  if (Object.hasOwn(form.typed, name)) form.fault ??= { reason: 'twice', field: name }
  else form.typed[name] = withoutNul(text)
}

async function readBytes(part: BodyPart, max: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of part.body) {
    bytes += piece.length
    if (bytes > max) throw new TooMuch()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** At most one byte too many is written: it makes the file too large, and that is the error its sender sees. */
async function storeFile(form: MixedForm, folder: string, part: BodyPart, max: number) {
  await makeFolder(folder)
  const path = join(folder, `form-${randomUUID()}`)
  const file = { field: part.name, name: part.fileName ?? '', path, bytes: 0 }
  form.files.push(file)
  file.bytes = await writeBounded(path, part.body, max)
}

/** Writes the stream to a file, up to the limit; returns how much arrived. */
export async function writeBounded(
  path: string,
  body: AsyncIterable<Uint8Array>,
  max: number,
): Promise<number> {
  const handle = await open(path, 'wx')
  let bytes = 0
  try {
    for await (const piece of body) {
      if (bytes + piece.length <= max) await writeAll(handle, piece, bytes)
      bytes += piece.length
    }
  } finally {
    await handle.close()
  }
  return bytes
}

async function* bounded(body: ReadableStream<Uint8Array> | null, max: number) {
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    const room = piece.length - Math.max(0, bytes - max)
    if (room > 0) yield piece.subarray(0, room)
    if (bytes > max * readPastLimit) break
  }
  if (bytes > max) throw new TooMuch()
}
