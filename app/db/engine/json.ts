/** JSON is written and read here and nowhere else, so that a change of storage has one place. */

export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** What operations stored was checked by a schema on its way in, so reading trusts it. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}

/** One text for one value, whatever the order in which its fields were set: for hashes and comparisons. */
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
