/**
 * `npm test` proves each rule once, in minutes. `npm run test:full` repeats the same proofs at a larger scale: every
 * request on both engines, axe at every width, every way a request can fail.
 */
export const isFull = process.env['TEST_FULL'] === 'yes'

/**
 * Chooses from a table of all pairs. The full run takes every pair; the short one takes one in so many, spread evenly:
 * every row meets some columns, and every column some rows.
 */
export function isTaken(row: number, column: number, oneIn: number): boolean {
  return isFull || (row + column) % oneIn === 0
}

/** How often something random is repeated: often enough to find a fault that is back, or far more often. */
export function repeat(times: { short: number; full: number }): number {
  return isFull ? times.full : times.short
}
