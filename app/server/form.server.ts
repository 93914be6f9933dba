import { z } from 'zod'

/** What a person sent, or what to put right, with everything they typed kept. */
export type FormRead<T> =
  | { ok: true; answers: T; typed: Record<string, string> }
  | { ok: false; errors: Record<string, string>; typed: Record<string, string> }

const mostBytes = 256 * 1024

/** Reads a flat form strictly: every field known and given once. Nothing nested is understood. */
export async function readForm<T>(request: Request, schema: z.ZodType<T>): Promise<FormRead<T>> {
  const typed: Record<string, string> = Object.create(null)
  const fields = await readFields(request)
  if (!fields) return { ok: false, errors: { form: 'This form could not be read.' }, typed }
  for (const [name, value] of fields) {
    if (name in typed) return { ok: false, errors: { [name]: 'This was sent more than once.' }, typed }
    typed[name] = value
  }
  const read = schema.safeParse({ ...typed })
  return read.success
    ? { ok: true, answers: read.data, typed }
    : { ok: false, errors: errorsOf(read.error), typed }
}

/** For a button that stands alone. */
export function readButton(request: Request): Promise<FormRead<object>> {
  return readForm(request, z.strictObject({}))
}

/** Undefined where it is no form or too long: what was not read must not pass for a form without fields. */
async function readFields(request: Request): Promise<[string, string][] | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (
    !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) ||
    Number(request.headers.get('content-length')) > mostBytes
  )
    return undefined
  const text = await readText(request)
  return text === undefined ? undefined : [...new URLSearchParams(text)]
}

/** Stops at the limit, because a request need not say how long it is. */
async function readText(request: Request): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** The first thing wrong with each field. */
function errorsOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = Object.create(null)
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'form')]
    for (const name of names)
      errors[name] ??=
        issue.code === 'unrecognized_keys' ? `This form has no field “${name.slice(0, 40)}”.` : issue.message
  }
  return { ...errors }
}
