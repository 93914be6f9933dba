import { z } from 'zod'
import { liftDeadline } from '#db/engine/deadline.server.ts'
import { withoutNul } from './without-nul.ts'

/** What a person sent, or what needs correcting, with everything they typed. */
export type FormRead<T> =
  | { ok: true; answers: T; typed: Record<string, string> }
  | { ok: false; errors: Record<string, string>; typed: Record<string, string> }

/** The same for a form that may include the sender's password. */
export type ConfirmableRead<T> = FormRead<T> & { confirmation: string | undefined }

const usualBytes = 256 * 1024

/** Reads a flat form strictly: every field known and given once. Nested fields are not supported. */
export async function readForm<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes = usualBytes,
): Promise<FormRead<T>> {
  const sent = await readTyped(request, maxBytes)
  return sent.ok ? parse(sent.typed, schema) : sent
}

/**
 * Reads what `DataTable` sends for chosen rows: a field `row-<id>` for each, and the fields of the schema. At least one
 * must be chosen; the ids are unchecked, so look them up.
 */
export async function readChosen<T extends object>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<FormRead<T & { chosen: string[] }>> {
  const sent = await readTyped(request)
  if (!sent.ok) return sent
  liftDeadline()
  const { typed } = sent
  const isRow = ([name, value]: [string, string]) => /^row-[\w-]{1,60}$/.test(name) && value === 'on'
  const chosen = Object.entries(typed).filter(isRow)
  const others = Object.entries(typed).filter((field) => !isRow(field))
  const read = parse(Object.fromEntries(others), schema)
  if (!read.ok) return { ...read, typed }
  if (chosen.length === 0) return { ok: false, errors: { rows: 'Select at least one row.' }, typed }
  if (chosen.length > maxChosen)
    return { ok: false, errors: { rows: `Select at most ${maxChosen} rows.` }, typed }
  return { ok: true, answers: { ...read.answers, chosen: chosen.map(([name]) => name.slice(4)) }, typed }
}

const maxChosen = 500

/** For forms that send only the button, or the chosen rows. */
export const noFields = z.strictObject({})

/**
 * Reads a form that may include the sender's password in the field `confirmation`. It is returned separately, so that
 * it neither reaches an operation nor is sent back.
 */
export async function readConfirmable<T>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<ConfirmableRead<T>> {
  const sent = await readTyped(request)
  const { confirmation, ...typed } = sent.typed
  const read = sent.ok ? parse(typed, schema) : { ...sent, typed }
  return { ...read, confirmation: confirmation?.slice(0, maxCharacters) }
}

const maxCharacters = 1024

/** For a form with only a button. */
export function readButton(request: Request): Promise<FormRead<object>> {
  return readForm(request, noFields)
}

async function readTyped(request: Request, maxBytes = usualBytes) {
  const typed: Record<string, string> = Object.create(null)
  const refuse = (errors: Record<string, string>) => ({ ok: false as const, errors, typed })
  const fields = await readFields(request, maxBytes)
  if (!fields) return refuse({ form: 'We could not read this form. Reload the page and try again.' })
  for (const [name, value] of fields) {
    // A schema that allows further fields would leave it out without a word.
    if (name === '__proto__') return refuse({ form: noSuchField(name) })
    if (name in typed) return refuse({ [name]: 'This answer was sent more than once. Open the page again.' })
    typed[name] = withoutNul(value)
  }
  return { ok: true as const, typed }
}

function parse<T>(typed: Record<string, string>, schema: z.ZodType<T>): FormRead<T> {
  const read = schema.safeParse({ ...typed })
  return read.success
    ? { ok: true, answers: read.data, typed }
    : { ok: false, errors: errorsOf(read.error), typed }
}

/** Undefined if it is not a form or too long: what was not read must not pass for a form without fields. */
async function readFields(request: Request, maxBytes: number): Promise<[string, string][] | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (
    !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) ||
    Number(request.headers.get('content-length')) > maxBytes
  )
    return undefined
  const text = await readText(request, maxBytes)
  return text === undefined ? undefined : [...new URLSearchParams(text)]
}

/** Stops at the limit, because a request may omit its length. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** The first error of each field. */
function errorsOf(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = Object.create(null)
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'form')]
    for (const name of names)
      errors[name] ??= issue.code === 'unrecognized_keys' ? noSuchField(name) : issue.message
  }
  return { ...errors }
}

function noSuchField(name: string): string {
  return `This form has no field “${name.slice(0, 40)}”.`
}
