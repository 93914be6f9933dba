import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyDocument } from '#test/makers/arbitrary/any-document.ts'
import { withFault } from './broken-documents.ts'

test('a broken document is still JSON, and in most cases a different one', () => {
  let changed = 0
  fc.assert(
    fc.property(anyDocument(2), fc.nat(), fc.nat(), (document, where, how) => {
      const json = withFault(document, where, how)
      expect(() => JSON.parse(json) as unknown).not.toThrow()
      if (json !== JSON.stringify(document)) changed += 1
    }),
    { seed: 8, numRuns: 2000 },
  )
  expect(changed).toBeGreaterThan(1500)
})
