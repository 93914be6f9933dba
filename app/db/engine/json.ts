/** All JSON is written and read here, so that a change of storage changes one file. */

export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** Operations checked the data against a schema before storing it, so reading trusts it. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}

/** The same text for the same value, whatever the order of its fields: for hashes and comparisons. */
export function toCanonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => (isPlainObject(inner) ? inKeyOrder(inner) : inner)) ?? 'null'
  )
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inKeyOrder(value: Record<string, unknown>) {
  const ordered: Record<string, unknown> = {}
  for (const name of Object.keys(value).toSorted()) setOwn(ordered, name, value[name])
  return ordered
}

/** Also when the field is called `__proto__`. */
export function setOwn(target: object, name: string, value: unknown) {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
