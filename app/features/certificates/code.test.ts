import { expect, test } from 'vitest'
import { readCode, storedCode } from './code.ts'
import { newCode } from './new-code.server.ts'

test('a new code has 26 characters, none of which looks like another', () => {
  for (let turn = 0; turn < 200; turn++) expect(newCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(new Set(Array.from({ length: 1000 }, newCode)).size).toBe(1000)
})

const code = '0123456789ABCDEFGHJKMNPQRS'

test.for([
  code,
  code.toLowerCase(),
  'O123456789ABCDEFGHJKMNPQRS',
  'oi23456789abcdefghjkmnpqrs',
  'Ol23456789ABCDEFGHJKMNPQRS',
  ' 01234 56789 ABCDE FGHJK MNPQRS ',
  '01234-56789-ABCDE-FGHJK-MNPQRS',
])('“%s” is the same code', (typed) => {
  expect(readCode(typed)).toBe(code)
  expect(readCode(typed)).toMatch(storedCode)
})

test('an older code stays as it is', () => {
  for (const older of ['aB3_-6789012345678901x', 'Oil-oOiIlL_56789012345'])
    expect(readCode(older)).toBe(older)
  expect(readCode('aB3_-6789012345678901x')).toMatch(storedCode)
})
