import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { readTakenOn } from '#server/pictures/taken-on.ts'
import { isHeic } from '#server/pictures/picture-head.ts'
import { UnfitFile } from '#server/pictures/picture-task.ts'
import { inPictureWorker, makeMaster } from '#server/pictures/pictures.server.ts'
import { scanFile } from '#server/files/scan.server.ts'
import {
  documentKinds,
  maxDocumentBytes,
  maxDrawingBytes,
  maxPictureBytes,
  type DocumentKind,
} from './file-kinds.ts'
import { cleanFileName } from './file-name.ts'
import type { FileRefusal } from './refusals.ts'

/** Bytes that are safe in the store, with what we found out about them, and not yet named by any row. */
export interface StoredFile {
  sha256: string
  originalSha256: string | undefined
  name: string
  mediaType: string
  bytes: number
  width: number | undefined
  height: number | undefined
  pages: number | undefined
  /** When a photograph was taken, by the camera’s clock. */
  takenOn?: string | undefined
}

export interface Intake {
  files: FileStore
  scanCommand: string[] | undefined
}

/**
 * Judges an uploaded file by its bytes, never by its name, and puts it into the store: a picture encoded again by us,
 * anything else as it is.
 */
export async function takeIn(
  intake: Intake,
  given: { path: string; bytes: number; name: string },
): Promise<Outcome<FileRefusal, { storedFile: StoredFile }>> {
  if (given.bytes === 0) return { ok: false, reason: 'empty' }
  if (given.bytes > maxDocumentBytes) return { ok: false, reason: 'too-large' }
  try {
    const kind = await recognise(given.path, given.bytes)
    const scanned = await scanFile(intake.scanCommand, given.path)
    if (scanned !== 'clean') return { ok: false, reason: scanned === 'infected' ? 'infected' : 'not-scanned' }
    const storedFile =
      kind === 'picture' ? await storePicture(intake, given) : await storeDocument(intake, given, kind)
    return { ok: true, storedFile }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason }
    if (error instanceof UnfitFile) return { ok: false, reason: error.reason }
    throw error
  }
}

class Refused extends Error {
  readonly reason: FileRefusal

  constructor(reason: FileRefusal) {
    super(reason)
    this.reason = reason
  }
}

async function recognise(path: string, bytes: number): Promise<DocumentKind | 'picture'> {
  const head = await readStart(path, 512)
  const start = head.toString('latin1')
  if (/^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/.test(start)) {
    if (bytes > maxPictureBytes) throw new Refused('too-large-picture')
    return 'picture'
  }
  if (start.startsWith('%PDF-')) return 'pdf'
  if (start.startsWith('PK\x03\x04')) {
    const kind = await inPictureWorker({ kind: 'archive', path })
    if (!kind) throw new Refused('unknown-kind')
    return kind
  }
  if (/^(\xef\xbb\xbf)?\s*</.test(start)) return recogniseDrawing(path, bytes)
  throw new Refused(isHeic(head) ? 'heic' : 'unknown-kind')
}

const beforeRoot = /^\ufeff?\s*(<\?xml[^?]*\?>\s*)?(<!--[^]*?-->\s*)*/

async function recogniseDrawing(path: string, bytes: number): Promise<'svg'> {
  if (bytes > maxDrawingBytes) throw new Refused('too-large-drawing')
  const text = readText(await readFile(path))
  if (text === undefined) throw new Refused('unknown-kind')
  if (/<!(doctype|entity)/i.test(text) && /<svg[\s>]/.test(text)) throw new Refused('drawing-with-entities')
  if (!/^<svg[\s>]/.test(text.replace(beforeRoot, ''))) throw new Refused('unknown-kind')
  if (!/(<\/svg>|\/>)\s*$/.test(text)) throw new Refused('unreadable')
  return 'svg'
}

function readText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function storePicture(
  { files }: Intake,
  { path, name }: { path: string; name: string },
): Promise<StoredFile> {
  const given = await readFile(path)
  const { bytes, width, height } = await makeMaster(given)
  return {
    sha256: await files.put(bytes),
    originalSha256: createHash('sha256').update(given).digest('hex'),
    name: cleanFileName(name, 'jpg'),
    mediaType: 'image/jpeg',
    bytes: bytes.length,
    width,
    height,
    pages: undefined,
    takenOn: readTakenOn(given),
  }
}

async function storeDocument(
  { files }: Intake,
  given: { path: string; bytes: number; name: string },
  kind: DocumentKind,
): Promise<StoredFile> {
  const pages =
    kind === 'pdf'
      ? (await inPictureWorker({ kind: 'pdf', path: given.path, withCover: false })).pages
      : undefined
  const sha256 = await hashOf(given.path)
  await files.putFile(given.path, sha256)
  const { mediaType } = documentKinds[kind]
  const name = cleanFileName(given.name, kind)
  const sides = { width: undefined, height: undefined }
  return { sha256, originalSha256: sha256, name, mediaType, bytes: given.bytes, ...sides, pages }
}

async function readStart(path: string, max: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(max), 0, max, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The hash of a file on this machine, to recognise it again. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
