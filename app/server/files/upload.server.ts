/** A form with one file, or a sentence that says why it cannot be accepted. */
export type UploadRead =
  | { ok: true; name: string; bytes: Buffer; typed: Record<string, string> }
  | { ok: false; sentence: string }

const maxOtherBytes = 64 * 1024
// A browser shows the answer only after sending everything, so what is slightly too large is read and dropped.
const readPastLimit = 5

/**
 * Reads a form with a file: the one field `file`, and only the named text fields. It is held in memory, so set a limit
 * that the process can bear.
 */
export async function readUpload(request: Request, names: string[], maxBytes: number): Promise<UploadRead> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    return refuse('We could not read this form. Reload the page and try again.')
  const tooLarge = `This file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`
  if (Number(request.headers.get('content-length')) > maxBytes * readPastLimit) return refuse(tooLarge)
  const body = await readBody(request, maxBytes + maxOtherBytes)
  if (!body) return refuse(tooLarge)
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  return form
    ? readFields(form, names)
    : refuse('We could not read this form. Reload the page and try again.')
}

async function readFields(form: FormData, names: string[]): Promise<UploadRead> {
  const typed: Record<string, string> = {}
  let file: File | undefined
  for (const [name, value] of form) {
    if (name === 'file' && value instanceof File && !file) file = value
    // A browser sends the field empty if nothing was chosen.
    else if (name === 'file' && value === '') continue
    else if (names.includes(name) && typeof value === 'string' && !Object.hasOwn(typed, name))
      typed[name] = value
    else return refuse('This form has a field that it should not have.')
  }
  if (!file || (file.name === '' && file.size === 0)) return refuse('Choose a file.')
  return { ok: true, name: file.name, bytes: Buffer.from(await file.arrayBuffer()), typed }
}

/** Undefined if it is too long; a request may omit its length. */
async function readBody(request: Request, max: number): Promise<Buffer<ArrayBuffer> | undefined> {
  let parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > max * readPastLimit) return undefined
    if (bytes > max) parts = []
    else parts.push(part)
  }
  return bytes > max ? undefined : Buffer.concat(parts)
}

function refuse(sentence: string): UploadRead {
  return { ok: false, sentence }
}
