import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A property with random values on each run fails only on some runs, and fast-check then shrinks the example for as
 * long as it likes: once for more than an hour.
 */

test('every property names its seed', () => {
  const files = globSync(['app/**/*.test.{ts,tsx}', 'test/**/*.{ts,tsx}'])
  const unseeded = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return propertiesIn(text)
      .filter((call) => !namesSeed(call, text))
      .map(() => file)
  })

  expect(files.length).toBeGreaterThan(200)
  expect(unseeded).toEqual([])
})

test('a property without a seed is noticed', () => {
  const call = (options: string) =>
    ['const runs = { numRuns: 20 }\n', 'fc', `.assert(property(1), ${options})`].join('')
  const isSeeded = (text: string) => propertiesIn(text).every((found) => namesSeed(found, text))

  expect([call('{ numRuns: 3, seed: 1 }'), call('runs')].map(isSeeded)).toEqual([true, false])
})

/** Each call with what follows it up to the next one. */
function propertiesIn(text: string): string[] {
  return text.split(/\bfc\.(?:assert|check)\(/).slice(1)
}

/** In the call itself, or in the options that it shares with others. */
function namesSeed(call: string, text: string): boolean {
  return /\bseed\b/.test(call) || (/\bruns\b/.test(call) && /const runs = .*\bseed\b/.test(text))
}
