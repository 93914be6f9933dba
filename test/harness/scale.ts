/**
 * `npm test` proves each rule once, in minutes. `npm run test:full` repeats the same proofs at a larger scale: every
 * request on both engines, axe at every width, every way a request can fail.
 */
export const isFull = process.env['TEST_FULL'] === 'yes'
