import type { z } from 'zod'

/** What a person sent, or what to put right, with everything they typed kept. */
export type FormRead<T> =
  | { ok: true; answers: T; typed: Record<string, string> }
  | { ok: false; errors: Record<string, string>; typed: Record<string, string> }

const mostBytes = 256 * 1024

/** Reads a flat form strictly: every field known and given once. Nothing nested is understood. */
export async function readForm<T>(request: Request, schema: z.ZodType<T>): Promise<FormRead<T>> {
  const typed: Record<string, string> = Object.create(null)
  for (const [name, value] of await readFields(request)) {
    if (name in typed) return { ok: false, errors: { [name]: 'This was sent more than once.' }, typed }
    typed[name] = value
  }
  const read = schema.safeParse({ ...typed })
  return read.success
    ? { ok: true, answers: read.data, typed }
    : { ok: false, errors: errorsOf(read.error), typed }
}

async function readFields(request: Request): Promise<[string, string][]> {
  const type = request.headers.get('content-type') ?? ''
  if (
    !type.startsWith('application/x-www-form-urlencoded') ||
    Number(request.headers.get('content-length')) > mostBytes
  )
    return []
  const text = await request.text()
  return text.length > mostBytes ? [] : [...new URLSearchParams(text)]
}

/** The first thing wrong with each field. */
function errorsOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'form')]
    for (const name of names)
      errors[name] ??=
        issue.code === 'unrecognized_keys' ? `This form has no field “${name.slice(0, 40)}”.` : issue.message
  }
  return errors
}
