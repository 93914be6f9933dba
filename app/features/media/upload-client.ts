import type { ChosenFile } from './chosen-file.ts'

/** The browser's side of an upload: chunks, one after the other, retried when the connection is lost. */

const library = '/editor/media/upload'
const chunkBytes = 512 * 1024
const waitsMs = [500, 1000, 2000, 4000, 8000]

export interface FileUpload {
  /** Where the chunks go. */
  address?: string
  file: File
  replaces?: string | undefined
  /** Known once started; with it an interrupted upload continues. */
  uploadId: string | undefined
  signal: AbortSignal
  onStarted: (id: string) => void
  onProgress: (sent: number) => void
}

export type UploadOutcome = { state: 'done' | 'known'; file: ChosenFile } | UnsentFile

export type UnsentFile =
  | { state: 'refused'; sentence: string }
  /** The server cannot be reached; it can be tried again. */
  | { state: 'lost' }

interface Answer {
  status: number
  body: { id?: string; received?: number; sentence?: string; file?: ChosenFile; isKnown?: boolean }
}

/** Uploads a file to the library. */
export function sendFile(sending: FileUpload): Promise<UploadOutcome> {
  const finish = (id: string) => finishUpload(id, false, sending.signal)
  return sendWhole({ ...sending, finish })
}

/** Uploads all chunks of a file and then does the requested step. */
export async function sendWhole<T>(
  sending: FileUpload & { finish: (id: string) => Promise<T> },
): Promise<T | UnsentFile> {
  try {
    const id = sending.uploadId ?? (await begin(sending))
    await sendPieces(sending, id)
    return await sending.finish(id)
  } catch (error) {
    if (error instanceof Refusal) return { state: 'refused', sentence: error.message }
    if (sending.signal.aborted) throw error
    return { state: 'lost' }
  }
}

class Refusal extends Error {}

async function begin({ address, file, replaces, signal, onStarted }: FileUpload): Promise<string> {
  const form = { name: file.name, bytes: String(file.size), ...(replaces && { replaces }) }
  const id = accepted(await post('begin', new URLSearchParams(form), signal, address)).id ?? ''
  onStarted(id)
  return id
}

async function sendPieces({ address = library, file, signal, onProgress }: FileUpload, id: string) {
  let sent = await askState(address, id, signal)
  for (let tries = 0; sent < file.size;) {
    onProgress(sent)
    const piece = file.slice(sent, sent + chunkBytes)
    const answer = await postPiece(`${address}?do=chunk&id=${id}&offset=${sent}`, piece, signal).catch(
      () => undefined,
    )
    signal.throwIfAborted()
    if (answer?.status === 200 || answer?.status === 409) {
      const { received = sent } = answer.body
      tries = received > sent ? 0 : tries + 1
      sent = received
    } else if (answer && answer.status < 500) {
      throw new Refusal(answer.body.sentence)
    } else {
      tries++
    }
    if (tries > 0) {
      if (tries > waitsMs.length) throw new Error('We cannot reach the server. Check your connection.')
      await pause(waitsMs[tries - 1] ?? 0, signal)
      sent = await askState(address, id, signal).catch(() => sent)
    }
  }
  onProgress(file.size)
}

async function askState(address: string, id: string, signal: AbortSignal): Promise<number> {
  return accepted(await post('state', new URLSearchParams({ id }), signal, address)).received ?? 0
}

function postPiece(to: string, piece: Blob, signal: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'application/octet-stream' }
  return send(to, { body: piece, headers, signal })
}

/** Adds the file although the same one already exists. */
export async function finishUpload(
  id: string,
  evenIfKnown: boolean,
  signal?: AbortSignal,
): Promise<UploadOutcome> {
  const form = new URLSearchParams({ id, ...(evenIfKnown && { again: 'yes' }) })
  const { file, isKnown } = accepted(await post('finish', form, signal))
  if (!file) throw new Error('We could not upload the file. Try again, or tell an administrator. Try again.')
  return { state: isKnown ? 'known' : 'done', file }
}

/** Submits a copy of a site for checking. */
export async function finishCopy(id: string): Promise<{ state: 'done'; id: string }> {
  accepted(await post('finish', new URLSearchParams({ id }), undefined, '/admin/site-copy/upload'))
  return { state: 'done', id }
}

export async function cancelUpload(id: string, address = library): Promise<void> {
  await post('cancel', new URLSearchParams({ id }), undefined, address).catch(() => undefined)
}

/** The number of pages of a PDF in the library, and the picture of its first one. */
export async function readCover(id: string): Promise<{ pages: number; cover: ChosenFile }> {
  const answer = await post('cover', new URLSearchParams({ id }))
  return accepted(answer) as unknown as { pages: number; cover: ChosenFile }
}

function accepted({ status, body }: Answer): Answer['body'] {
  if (status === 200) return body
  if (status >= 400 && status < 500)
    throw new Refusal(body.sentence ?? 'We could not upload the file. Try again, or tell an administrator.')
  throw new Error(`The server answered ${status}.`)
}

function post(what: string, body: URLSearchParams, signal?: AbortSignal, address = library): Promise<Answer> {
  return send(`${address}?do=${what}`, { body, ...(signal && { signal }) })
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', ...init })
  if (response.type === 'opaqueredirect')
    throw new Refusal('You are signed out. Open another tab, sign in there, then try again here.')
  const body = (await response.json().catch(() => ({}))) as Answer['body']
  return { status: response.status, body }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
