import { randomInt } from 'node:crypto'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A short name for one request that a person can read out on the phone. */
export function newReference(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}
