/**
 * `npm test` proves each rule once, in minutes. `npm run test:full` repeats the same proofs at a larger scale: every
 * request on both engines, axe at every width, every way a request can fail.
 */
export const isFull = process.env['TEST_FULL'] === 'yes'

/**
 * Picks from a table of all pairs. The full run takes every pair; the short one takes one in `oneIn`, spread evenly, so
 * that every row and every column is tested.
 */
export function isTaken(row: number, column: number, oneIn: number): boolean {
  return isFull || (row + column) % oneIn === 0
}

/** How many random sequences to try: enough to notice a regression, or many more. */
export function repeat(times: { short: number; full: number }): number {
  return isFull ? times.full : times.short
}

/** The options of a test whose steps others prove one by one. */
export const onlyInFull = { skip: !isFull }

/** The options of a test about code above the database, which the short run makes on one engine. */
export const inShortOnlyOn = (engine: 'sqlite' | 'postgres') => ({
  skip: !isFull && process.env['TEST_ENGINE'] !== engine,
})

/** Of several ways to do the same the short run takes the first ones. */
export function firstOrAll<Way>(all: Way[], count = 1): Way[] {
  return isFull ? all : all.slice(0, count)
}
