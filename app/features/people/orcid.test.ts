import { expect, test } from 'vitest'
import { orcidAddress, readOrcid } from './orcid.ts'

// The first three are ORCID's own examples.
test.for([
  ['0000-0002-1825-0097', '0000-0002-1825-0097'],
  ['0000-0001-5109-3700', '0000-0001-5109-3700'],
  ['https://orcid.org/0000-0002-1694-233X', '0000-0002-1694-233X'],
  ['  0000 0002 1694 233x ', '0000-0002-1694-233X'],
  ['orcid.org/0000-0002-1694-233X', '0000-0002-1694-233X'],
  ['https://orcid.org/0000-0002-1694-233X/', '0000-0002-1694-233X'],
  ['https://orcid.org/0000-0002-1694-233X?lang=en', '0000-0002-1694-233X'],
  ['0000-0002-1825-0098', undefined],
  ['0000-0002-1825-009', undefined],
  ['0000-0002-1852-0097', undefined],
  ['https://example.org/0000-0002-1825-0097', undefined],
  ['https://orcid.org.example.org/0000-0002-1825-0097', undefined],
  ['https://orcid.org/0000-0002-1825-0097/evil', undefined],
  ['X000-0002-1825-0097', undefined],
  ['', undefined],
] as const)('%j is read as %j', ([typed, read]) => {
  expect(readOrcid(typed)).toBe(read)
})

test('every single wrong digit and every swap of two neighbours is found', () => {
  const right = '0000-0002-1825-0097'
  for (let at = 0; at < right.length; at++)
    for (const digit of '0123456789') {
      const changed = right.slice(0, at) + digit + right.slice(at + 1)
      if (right[at] !== '-' && changed !== right) expect(readOrcid(changed), changed).toBeUndefined()
    }
  expect(readOrcid('0000-0002-1825-0907')).toBeUndefined()
  expect(orcidAddress(right)).toBe('https://orcid.org/0000-0002-1825-0097')
})
