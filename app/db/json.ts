/** JSON is written and read here and nowhere else, so that a change of storage has one place. */

export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** What operations stored was checked by a schema on its way in, so reading trusts it. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}
