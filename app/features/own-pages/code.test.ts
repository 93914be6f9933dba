import { expect, test } from 'vitest'
import { codeCharacters, readTypedCode } from './code.ts'
import { hashCode, isSameHash, newCode } from './code-hash.server.ts'

test('no character of a code looks like another one', () => {
  const groups = ['0OQD', '1IL', '2Z', '5S', '8B', 'UV', '6G']
  for (const group of groups)
    expect([...group].filter((one) => codeCharacters.includes(one)).length, group).toBeLessThanOrEqual(
      group === '0OQD' ? 2 : 1,
    )
  expect(new Set(codeCharacters).size).toBe(23)
})

test.for([
  ['ACDE-FGHJ', 'ACDE-FGHJ'],
  [' acde fghj ', 'ACDE-FGHJ'],
  ['ACDEFGHJ', 'ACDE-FGHJ'],
  ['ACDE–FGHJ', 'ACDE-FGHJ'],
  ['ACDE-FGH', undefined],
  ['ACDE-FGHJK', undefined],
  ['ACDE-FGH0', undefined],
  ['', undefined],
] as const)('%j is read as %j', ([typed, read]) => {
  expect(readTypedCode(typed)).toBe(read)
})

test('new codes can be read, differ, and are stored as hashes of one purpose', () => {
  const codes = Array.from({ length: 200 }, () => newCode())
  expect(new Set(codes).size).toBe(200)
  expect(codes.every((code) => readTypedCode(code.toLowerCase()) === code)).toBe(true)
  const [code = ''] = codes
  const hash = hashCode('a secret', 'one', code)
  expect(isSameHash(hash, hashCode('a secret', 'one', code))).toBe(true)
  expect(isSameHash(hash, hashCode('a secret', 'two', code))).toBe(false)
  expect(isSameHash(hash, hashCode('another secret', 'one', code))).toBe(false)
  expect(isSameHash(null, hash)).toBe(false)
})
