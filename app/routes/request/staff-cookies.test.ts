import { expect, test } from 'vitest'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { readCookie } from '#server/http/cookies.ts'
import { readStaffTokens, staffCookies } from './staff-cookies.server.ts'

const token = 'k'.repeat(43)
const secured = { origin: 'https://iaps.example' }
const plain = { origin: 'http://localhost:3000' }

test('with TLS only the cookie that the browser protects is read', () => {
  const header = 'iaps_session=planted; __Host-iaps_session=own; iaps_device=planted'

  expect(readStaffTokens(header, secured.origin)).toEqual({ session: 'own' })
  expect(readStaffTokens(header, plain.origin)).toEqual({ session: 'planted', device: 'planted' })
})

test('each token has its own cookie, bound to its host and hidden from scripts and other sites', () => {
  const tokens: TokenChanges = {
    session: { token, seconds: 43_200 },
    device: { token, seconds: 15_552_000 },
    challenge: { token: 'of.the=library', seconds: 300 },
    attempt: { token, seconds: 900 },
  }

  expect(staffCookies(secured, tokens)).toEqual([
    `__Host-iaps_session=${token}; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax`,
    `__Host-iaps_device=${token}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    '__Host-iaps_passkey=of.the=library; Max-Age=300; Path=/; HttpOnly; Secure; SameSite=Lax',
    `__Host-iaps_provider=${token}; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ])
})

test('without TLS a cookie has a name that browsers accept', () => {
  expect(staffCookies(plain, { session: { token, seconds: 43_200 } })).toEqual([
    `iaps_session=${token}; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax`,
  ])
})

test('a token to remove expires now, and all others stay', () => {
  expect(staffCookies(secured, { session: 'remove', device: undefined })).toEqual([
    '__Host-iaps_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(staffCookies(secured, {})).toEqual([])
})

test('what is written is read again', () => {
  const tokens = { session: token, device: token, challenge: 'of.the=library', attempt: token }
  const written = Object.fromEntries(
    Object.entries(tokens).map(([kind, token]) => [kind, { token, seconds: 60 }]),
  )
  const header = staffCookies(secured, written).map((line) => line.split(';')[0])

  expect(readStaffTokens(header.join('; '), secured.origin)).toEqual(tokens)
})

test('a session cookie that was signed by an earlier version is still read', () => {
  expect(readStaffTokens(`iaps_session=${token}.c2ln%3D`, plain.origin).session).toBe(token)
})

test.for(['short', `${token}x`, '', 'a b'])('“%s” is no token of an attempt', (planted) => {
  expect(readStaffTokens(`iaps_provider=${planted}`, plain.origin).attempt).toBeUndefined()
})

test.for(['', '=', 'a', ';;', 'a=%', 'b=1; a=%E0%A4%A', 'A=1'])(
  '“%s” contains nothing readable',
  (header) => {
    expect(readCookie(header, 'a') ?? '').toBe('')
  },
)
