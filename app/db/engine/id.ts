import { randomInt, randomUUIDv7 } from 'node:crypto'

let last = ''

/** A unique key that sorts by the time it was made, also within one millisecond of one process. */
export function newId(): string {
  const made = randomUUIDv7()
  last = made > last ? made : behind(last, made)
  return last
}

const tailAt = 24
const tailEnd = 2 ** 48
const widestStep = 2 ** 20

/** Adds a random step; where there is no room for one, keys of the same millisecond lose their order. */
function behind(id: string, otherwise: string): string {
  const tail = Number.parseInt(id.slice(tailAt), 16) + randomInt(1, widestStep)
  return tail < tailEnd ? id.slice(0, tailAt) + tail.toString(16).padStart(12, '0') : otherwise
}
