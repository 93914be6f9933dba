import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, writeDetails } from './details.ts'

test('the difference contains only what changed', () => {
  expect(
    differenceOf({ name: 'Asha', role: 'editor', tags: ['a'] }, { name: 'Asha', role: 'admin', tags: ['a'] }),
  ).toEqual({ role: ['editor', 'admin'] })
})

test('an added or removed field is null on the other side, and undefined is no value', () => {
  expect(differenceOf({ phone: '1' }, { email: 'a@b.org' })).toEqual({
    phone: ['1', null],
    email: [null, 'a@b.org'],
  })
  expect(differenceOf({ phone: undefined }, { phone: null })).toEqual({})
})

test('the order of keys inside a value does not count as a change', () => {
  expect(differenceOf({ band: { a: 1, b: 2 } }, { band: { b: 2, a: 1 } })).toEqual({})
})

test('details are written the same way, whatever the order of their keys', () => {
  expect(writeDetails({ b: 1, a: { d: new Date(0), c: undefined } })).toBe(
    '{"a":{"d":"1970-01-01T00:00:00.000Z"},"b":1}',
  )
})

test('fields that are named like secrets are refused at any depth', () => {
  const names =
    'password newPassword PASSWORD passphrase token reset_token sessionToken secret totp-secret code recoveryCodes otp cookie Authorization credentials salt'
  for (const name of names.split(' ')) {
    expect(() => writeDetails({ [name]: 'x' }), name).toThrow(name)
    expect(() => writeDetails({ changes: { [name]: ['a', 'b'] } }), name).toThrow(`changes.${name}`)
    expect(() => writeDetails({ list: [{ [name]: 1 }] }), name).toThrow(name)
  }
})

test('names that only sound like secrets pass', () => {
  for (const name of ['countryCode', 'postal_code', 'pinCode', 'postcode', 'decoded', 'secretary'])
    expect(writeDetails({ [name]: 1 })).toContain(name)
})

test('long values are cut and marked', () => {
  const { reason, list } = JSON.parse(
    writeDetails({ reason: 'x'.repeat(5000), list: Array(500).fill(1) }),
  ) as {
    reason: string
    list: unknown[]
  }
  expect(reason).toMatch(/^x{1000}… 5000 characters in all$/)
  expect(list.at(-1)).toBe('… 500 in all')
})

test('details never grow beyond a limit and never block an operation', () => {
  const changes = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `field${index}`,
      ['x'.repeat(900), 'y'.repeat(900)] as [string, string],
    ]),
  )
  const text = writeDetails({ reason: 'r'.repeat(9000), changes })
  expect(text.length).toBeLessThan(64 * 1024)
  expect(JSON.parse(text)).toMatchObject({ fields: expect.arrayContaining(['field0', 'field149']) })

  fc.assert(
    fc.property(fc.anything({ withDate: true, withBigInt: true, maxDepth: 8 }), (value) => {
      expect(Buffer.byteLength(writeDetails({ value }))).toBeLessThanOrEqual(64 * 1024)
    }),
    { seed: 1995, numRuns: 500 },
  )
})
