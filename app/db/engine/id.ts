import { randomInt, randomUUIDv7 } from 'node:crypto'

let last = ''

/** A key that sorts by the time it was made, also among those of one moment and process, and is never used again. */
export function newId(): string {
  const made = randomUUIDv7()
  last = made > last ? made : behind(last, made)
  return last
}

const tailAt = 24
const tailEnd = 2 ** 48
const widestStep = 2 ** 20

/** A step of random width further on; where there is no room for it, the order of one moment is let go. */
function behind(id: string, otherwise: string): string {
  const tail = Number.parseInt(id.slice(tailAt), 16) + randomInt(1, widestStep)
  return tail < tailEnd ? id.slice(0, tailAt) + tail.toString(16).padStart(12, '0') : otherwise
}
