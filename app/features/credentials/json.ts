import { unreadable } from './verdict.ts'

/** JSON from elsewhere, within limits. */

export type JsonObject = { [key: string]: unknown }

/** Each context is worked through again wherever it is named. */
const max = { characters: 512 * 1024, depth: 40, values: 20_000, contexts: 100 }

export function readJson(text: string): unknown {
  if (text.length > max.characters) throw unreadable('The credential in this file is too large.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('This file is neither a PDF certificate nor an Open Badge.')
  }
  let values = 0
  let fields = 0
  let contexts = 0
  const measure = (part: unknown, depth: number) => {
    values++
    if (depth > max.depth || values > max.values)
      throw unreadable('The credential in this file is too deep or too long.')
    if (typeof part !== 'object' || part === null) return
    if (Object.hasOwn(part, '__proto__'))
      throw unreadable('The credential has a field that no credential has.')
    if (!Array.isArray(part)) fields += Object.keys(part).length
    if (isObject(part)) contexts += listOf(part['@context']).length
    if (contexts > max.contexts) throw unreadable('The credential in this file names too many vocabularies.')
    for (const inner of Object.values(part)) measure(inner, depth + 1)
  }
  measure(value, 0)
  if (fields !== countFields(text))
    throw unreadable(
      'The credential in this file has the same field twice, so readers may see different ones.',
    )
  return value
}

/** JSON.parse keeps the last of several fields with one name; this counts each of them, in a text that is JSON. */
function countFields(text: string): number {
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)
  return strings.reduce((count, [, colon]) => (colon === '' ? count : count + 1), 0)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One value or several, as JSON-LD allows; none for nothing. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The "id" of something that is either an address or an object with one. */
export function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : value
  return typeof id === 'string' ? id : undefined
}

export function hasType(value: JsonObject, type: string): boolean {
  return listOf(value['type']).includes(type)
}

/** A date and time of XML Schema, as credentials write them. */
export function isMoment(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    isDay(value.slice(0, 10))
  )
}

/** Date.parse takes 31 February for a day in March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
