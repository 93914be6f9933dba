import type { Difference } from '#features/content/text/compare.ts'
import { readDraft, type Draft } from './drafts.ts'
import type { Field } from '#features/content/kinds/field.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { withValue, type Values } from './values.ts'

/**
 * What someone has typed and not saved. A field that does not fit the schema yet is stored as typed, apart from the
 * rest, so that it never blocks storing the rest.
 */
export interface TypedEntry {
  data: Draft
  raw: TypedValues
}

/** By the path of the field, such as `seats.2.email`. Only plain values: a document is stored only if it fits. */
export type TypedValues = Record<string, RawValue>
type RawValue = string | number | boolean | string[]

/** The revision of a working copy that does not exist. */
export const noRevision = 'none'

/** What the page of an entry shows to someone: what they typed last, merged with what others have saved since. */
export interface CurrentCopy {
  revision: string
  /** The version that the text started from. It stays an older one as long as there are conflicts with the newest. */
  base: number
  values: Values
  /** When it was typed; absent if there is only the newest version. */
  typedAt?: number
  /** Fields that this person and a later saver changed differently; `values` holds this person's own. */
  conflicts: string[]
  /** The base version's values, where there are conflicts. */
  baseData?: Draft
  /** What does not fit the schema yet, by the path of its field. */
  errors?: Record<string, string>
  offer?: Offer
}

/** Text typed in another tab or on another device that contradicts the working copy. */
export interface Offer {
  id: string
  typedAt: number
  fields: string[]
  values: Values
  /** The comparison with the working copy, in words, when someone is about to see it. */
  differences?: Difference[]
}

export type TypedRead =
  | {
      ok: true
      typed: TypedEntry
      /** What does not fit, by the path of its field. */
      errors: Record<string, string>
      /** Fields that cannot be stored at all, because something inside them has no known shape. */
      left: string[]
    }
  | { ok: false; errors: Record<string, string> }

const maxRawCharacters = 200_000

export function readTyped(kind: Kind, given: unknown): TypedRead {
  const whole = readDraft(kind, given)
  if (whole.ok) return { ok: true, typed: { data: whole.data, raw: {} }, errors: {}, left: [] }
  if (!isObject(given)) return whole
  const left = new Set<string>()
  const raw: TypedValues = {}
  let rest = given
  for (const path of Object.keys(whole.errors)) {
    const plain = plainAt(fields[kind], given, path.split('.'))
    if (plain) {
      raw[plain.path] = plain.value
      rest = withValue(rest, plain.path, undefined)
    } else left.add(path.split('.')[0] ?? '')
  }
  const names = new Set(fields[kind].map(({ name }) => name))
  if ([...left].some((name) => !names.has(name)) || JSON.stringify(raw).length > maxRawCharacters)
    return whole
  const read = readDraft(kind, without(rest, left))
  if (!read.ok) return { ok: false, errors: { ...whole.errors, ...read.errors } }
  const outside = Object.entries(raw).filter(([path]) => !left.has(path.split('.')[0] ?? ''))
  return {
    ok: true,
    typed: { data: read.data, raw: Object.fromEntries(outside) },
    errors: whole.errors,
    left: [...left],
  }
}

/** What a form shows: the stored fields, with those that do not fit yet as typed. */
export function valuesOf({ data, raw }: TypedEntry): Values {
  return Object.entries(raw).reduce<Values>(
    (values, [path, value]) => withValue(values, path, value),
    data as Values,
  )
}

/** The plain field that a path leads to or into, with what was typed there; undefined if it leads elsewhere. */
function plainAt(inside: Field[], holder: unknown, steps: string[], before: string[] = []) {
  const [name = '', ...rest] = steps
  const field = inside.find((field) => field.name === name)
  if (!field || !isObject(holder)) return undefined
  const value = holder[name]
  const path = [...before, name]
  if (field.control === 'group') return plainAt(field.fields, value, rest, path)
  if (field.control === 'list') {
    const [index = '', ...further] = rest
    const item =
      Array.isArray(value) && /^\d{1,3}$/.test(index) ? (value as unknown[])[Number(index)] : undefined
    return plainAt(field.fields, item, further, [...path, index])
  }
  if (field.control === 'rich-text' || !isRaw(value)) return undefined
  return { path: path.join('.'), value }
}

function isRaw(value: unknown): value is RawValue {
  if (Array.isArray(value)) return value.every((line) => typeof line === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function without(values: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

/** How many characters of the words in one text are missing from the other. A word that was continued is not lost. */
export function charactersLost(before: string, after: string): number {
  const there = countWords(after)
  const lost: string[] = []
  for (const [word, count] of countWords(before)) {
    const left = there.get(word) ?? 0
    there.set(word, left - count)
    for (let times = left; times < count; times++) lost.push(word)
  }
  const fresh = [...there].filter(([, count]) => count > 0).map(([word]) => word)
  return lost
    .filter((word, index) => index >= maxTypedOn || !fresh.some((longer) => longer.startsWith(word)))
    .reduce((sum, word) => sum + word.length, 0)
}

/** Between two writes someone continues one word, or a few. */
const maxTypedOn = 20

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
