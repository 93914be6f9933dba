import { expect, test } from 'vitest'
import { readCookie } from '#server/http/cookies.ts'
import { readDeviceToken, readSessionToken } from './cookies.ts'

test('with TLS only the cookie that the browser protects is read', () => {
  const header = 'iaps_session=planted; __Host-iaps_session=own.signature; iaps_device=planted'

  expect(readSessionToken(header, 'https://iaps.example')).toBe('own')
  expect(readDeviceToken(header, 'https://iaps.example')).toBeUndefined()
  expect(readSessionToken(header, 'http://localhost:3000')).toBe('planted')
})

test.for(['', '=', 'a', ';;', 'a=%', 'b=1; a=%E0%A4%A', 'A=1'])(
  '“%s” contains nothing readable',
  (header) => {
    expect(readCookie(header, 'a') ?? '').toBe('')
  },
)
