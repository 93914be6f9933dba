import { readFile } from 'node:fs/promises'
import { cleanFileName } from '#features/media/file-name.ts'
import type { Outcome } from '#outcome.ts'
import { FairQueue } from '#server/load/fair-queue.ts'
import { isHeic, readPictureHead } from '#server/pictures/picture-head.ts'
import { UnfitFile, type UnfitReason } from '#server/pictures/picture-task.ts'
import { inPictureWorker, makeMaster } from '#server/pictures/pictures.server.ts'
import { scanFile } from '#server/files/scan.server.ts'
import type { FileQuestion } from './questions.ts'

/** Why a file sent with a form is not accepted. */
export type AttachmentRefusal =
  | UnfitReason
  | 'empty'
  | 'too-large'
  | 'other-type'
  | 'heic'
  | 'too-small'
  | 'infected'
  | 'not-scanned'
  | 'too-many'
  | 'too-much'
  /** Too many files are waiting to be checked; this one was not checked. */
  | 'busy'

/**
 * Waiting files are on the disk; only those being checked are in memory. The senders are networks, because anyone can
 * start as many forms as they like.
 */
const queue = new FairQueue({ atOnce: 2, maxWaiting: 50, maxPerSender: 8, maxMs: 20_000 })

export interface CheckedFile {
  name: string
  mediaType: string
  bytes: Buffer
}

/**
 * Judges an uploaded file by its bytes, never by its name. A picture is encoded again, so that no camera metadata
 * remains; a PDF must open.
 */
export async function checkFile(
  question: FileQuestion,
  given: { path: string; bytes: number; name: string },
  network: string,
  scanCommand: string[] | undefined,
): Promise<Outcome<AttachmentRefusal, { file: CheckedFile }>> {
  if (given.bytes === 0) return { ok: false, reason: 'empty' }
  if (given.bytes > question.maxBytes) return { ok: false, reason: 'too-large' }
  if (!(await queue.enter(network))) return { ok: false, reason: 'busy' }
  try {
    const bytes = await readFile(given.path)
    const type = typeOf(bytes)
    if (!type || !question.types.includes(type)) return { ok: false, reason: otherTypeOf(question, bytes) }
    const scanned = await scanFile(scanCommand, given.path)
    if (scanned !== 'clean') return { ok: false, reason: scanned === 'infected' ? 'infected' : 'not-scanned' }
    return type === 'pdf' ? await takePdf(given, bytes) : await takePicture(question, given.name, bytes)
  } catch (error) {
    if (error instanceof UnfitFile) return { ok: false, reason: error.reason }
    throw error
  } finally {
    queue.leave(network)
  }
}

function typeOf(bytes: Buffer) {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  const format = readPictureHead(bytes)?.format
  return format === 'webp' ? undefined : format
}

/** Someone who sent a phone's format instead of a picture learns how to convert it. */
function otherTypeOf({ types }: FileQuestion, bytes: Buffer) {
  return types.includes('jpeg') && isHeic(bytes) ? 'heic' : 'other-type'
}

async function takePdf({ path, name }: { path: string; name: string }, bytes: Buffer) {
  await inPictureWorker({ kind: 'pdf', path, withCover: false }, { by: 'visitor' })
  return {
    ok: true as const,
    file: { name: cleanFileName(name, 'pdf'), mediaType: 'application/pdf', bytes },
  }
}

async function takePicture({ atLeast }: FileQuestion, name: string, given: Buffer) {
  const { bytes, width, height } = await makeMaster(given, 'visitor')
  if (atLeast && (width < atLeast.width || height < atLeast.height))
    return { ok: false as const, reason: 'too-small' as const }
  return { ok: true as const, file: { name: cleanFileName(name, 'jpg'), mediaType: 'image/jpeg', bytes } }
}
