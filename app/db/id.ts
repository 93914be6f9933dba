import { randomUUIDv7 } from 'node:crypto'

/** A key that sorts by the time it was made and is never used again. */
export function newId(): string {
  return randomUUIDv7()
}
