import { isObject, listOf } from './json.ts'

/**
 * A proof covers what a credential means, and JSON-LD can write one meaning in many ways: a field by its whole address,
 * inside an "@nest", by a name that a part of the document defines for itself. We and other readers look for fields by
 * their usual names, so another spelling could hide when a credential ends or whether it was revoked, and "@index" holds
 * any text without changing the meaning.
 */

const ofTexts = new Set(['@value', '@language', '@direction'])

/** The first field that is not written by its usual name. Our own credentials have nothing but plain fields. */
export function findOddField(part: unknown, isOurs: boolean): string | undefined {
  return isObject(part) ? findIn(part, isOurs, true) : undefined
}

function findIn(part: unknown, isOurs: boolean, isTop: boolean): string | undefined {
  if (Array.isArray(part)) return firstOf(part, (inner) => findIn(inner, isOurs, false))
  if (!isObject(part)) return undefined
  const fields = Object.keys(part)
  // A text in a language: {"@value": "Académie", "@language": "fr"}.
  if (!isOurs && fields.every((field) => ofTexts.has(field))) return undefined
  return firstOf(fields, (field) => {
    if (field !== '@context') return isPlain(field, isOurs) ? findIn(part[field], isOurs, false) : field
    const isUsual = isTop || (!isOurs && listOf(part[field]).every((context) => typeof context === 'string'))
    return isUsual ? undefined : field
  })
}

/** Types such as "Criteria" can be used as fields too. */
function isPlain(field: string, isOurs: boolean): boolean {
  return isOurs ? /^[a-z][A-Za-z]*$/.test(field) : !/^@|:/.test(field)
}

function firstOf<Item>(items: Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
