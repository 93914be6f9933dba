import { expect, test } from 'vitest'
import { base32, codeAt, inFours, matchingStep, stepAt, totpLink } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const)('at second %i the code is the one of RFC 6238', ([second, code]) => {
  expect(codeAt(secret, stepAt(new Date(second * 1000)))).toBe(code)
})

test('a code is accepted one step early or late, and no more', () => {
  const now = new Date('2026-11-15T06:30:00Z')
  const steps = [-2, -1, 0, 1, 2].map((difference) => stepAt(now) + difference)

  expect(steps.map((step) => matchingStep(secret, codeAt(secret, step), now))).toEqual([
    undefined,
    stepAt(now) - 1,
    stepAt(now),
    stepAt(now) + 1,
    undefined,
  ])
})

test.for(['', '12345', '1234567', '１２３４５６', 'abcdef', '12 456'])('“%s” is not a code', (code) => {
  expect(matchingStep(secret, code, new Date(0))).toBeUndefined()
})

test('the key uses the alphabet of RFC 4648', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(inFours('MZXW6YTBOI', ' ')).toBe('MZXW 6YTB OI')
})

test('the link for the app escapes people’s names', () => {
  expect(totpLink('IAPS & co', 'a+b@example.org', Buffer.from('foobar'))).toBe(
    'otpauth://totp/IAPS%20%26%20co:a%2Bb%40example.org?secret=MZXW6YTBOI&issuer=IAPS%20%26%20co',
  )
})
