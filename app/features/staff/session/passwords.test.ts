import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.server.ts'

test('a password is stored as Argon2id at the cost that OWASP recommends, salted', async () => {
  const [one, other] = await Promise.all([hashPassword('the same'), hashPassword('the same')])

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
})

test('all of 128 characters matter, and nothing is cut off', async () => {
  const long = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(97 + (index % 26))).join('')
  const stored = (await hashPassword(long)) ?? ''
  const changed = [0, 63, 71, 72, 127].map((index) => `${long.slice(0, index)}!${long.slice(index + 1)}`)

  const answers = await Promise.all(
    [long, ...changed, long.slice(0, -1), `${long} `].map((text) => isPassword(text, stored)),
  )

  expect(answers).toEqual([true, ...changed.map(() => false), false, false])
})

test('each of 128 characters matters', async () => {
  const long = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(97 + (index % 26))).join('')
  const nonce = Buffer.alloc(16, 7)
  const cheap = { message: long, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const inText = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const stored = `$argon2id$v=19$m=8,t=1,p=1$${inText(nonce)}$${inText(argon2Sync('argon2id', cheap))}`

  expect(await isPassword(long, stored)).toBe(true)
  for (let index = 0; index < long.length; index++)
    expect(await isPassword(`${long.slice(0, index)}!${long.slice(index + 1)}`, stored), `${index}`).toBe(
      false,
    )
})

test('an accent may be typed as one character or two', async () => {
  const stored = (await hashPassword('Café au lait')) ?? ''

  expect(await isPassword('Cafe\u0301 au lait', stored)).toBe(true)
  expect(await isPassword('Cafe au lait', stored)).toBe(false)
})

test('without a stored password every password is wrong', async () => {
  expect(await isPassword('', null)).toBe(false)
})

test('when too many wait, the next is told so immediately', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => isPassword('x', quick)))

  expect(answers.filter((answer) => answer === false)).toHaveLength(52)
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(8)
})

const quick = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
