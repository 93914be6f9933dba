import { setOwn, toCanonicalJson } from '#db/engine/json.ts'

/** What an entry records beyond who, when, what and on what. Never a secret. */
export type Details = {
  reason?: string
  /** Only what changed: field, before, after. */
  changes?: Changes
} & { [name: string]: unknown }

export type Changes = Record<string, [before: unknown, after: unknown]>

const maxCharacters = 1000
const maxItems = 200
const maxDepth = 6
const maxBytes = 64 * 1024

/** The fields that differ, with both values. A field that one side lacks counts as null. */
export function differenceOf(before: object, after: object): Changes {
  const old = before as Record<string, unknown>
  const fresh = after as Record<string, unknown>
  const changes: Changes = {}
  for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    const values: Changes[string] = [old[field] ?? null, fresh[field] ?? null]
    if (toCanonicalJson(values[0]) !== toCanonicalJson(values[1])) setOwn(changes, field, values)
  }
  return changes
}

/** The text that is stored and hashed: sorted keys, long values cut, so that an entry never blocks an operation. */
export function writeDetails(details: Details): string {
  refuseSecrets(details, '')
  const text = toCanonicalJson(shorten(details, 0))
  if (Buffer.byteLength(text) <= maxBytes) return text
  return toCanonicalJson({
    ...(details.reason === undefined ? {} : { reason: shorten(details.reason, 0) }),
    fields: shorten(Object.keys(details.changes ?? details), 0),
    leftOut: text.length,
  })
}

function refuseSecrets(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  for (const [name, inner] of Object.entries(value)) {
    if (isSecretName(name)) throw new Error(`An audit entry must not contain "${path}${name}".`)
    refuseSecrets(inner, `${path}${name}.`)
  }
}

function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  if (words.some((word) => secretWords.has(word))) return true
  return /^codes?$/.test(words.at(-1) ?? '') && !locationWords.has(words.at(-2) ?? '')
}

const secretWords = new Set(
  'password passwords passphrase passcode secret secrets token tokens otp totp cookie cookies authorization credential credentials salt'.split(
    ' ',
  ),
)
/** A code of a country, a language or an error is no secret. */
const locationWords = new Set([
  'country',
  'postal',
  'post',
  'pin',
  'zip',
  'currency',
  'language',
  'status',
  'error',
])

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => shorten(item, depth + 1))
    return value.length > maxItems ? [...items, `… ${value.length} in all`] : items
  }
  const short: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value).slice(0, maxItems))
    setOwn(short, cut(name), shorten(inner, depth + 1))
  return short
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters)}… ${text.length} characters in all`
}
