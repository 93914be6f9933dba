import { expect, test } from 'vitest'
import { refusalFor } from './sign-in-refusals.ts'

const now = new Date('2026-10-05T06:00:00Z')

test.for(['away', 'too-many', 'disabled'] as const)(
  'with neutral messages, %s at Firebase reads like a wrong password',
  (reason) => {
    const wrong = refusalFor({ ok: false, reason: 'wrong-password' }, true, now)
    expect(wrong.status).toBe(401)
    expect(refusalFor({ ok: false, reason, isFromFirebase: true }, true, now)).toEqual(wrong)
    expect(refusalFor({ ok: false, reason, isFromFirebase: true }, false, now)).not.toEqual(wrong)
  },
)

test('what holds for every address, or is said after the right password, stays clear with neutral messages', () => {
  const until = new Date('2026-10-05T06:04:30Z')
  const paused = refusalFor({ ok: false, reason: 'too-many', until }, true, now)
  expect(paused.status).toBe(429)
  expect(paused.errors).toMatchObject({ email: expect.stringContaining('Try again in 5 minutes') })
  const disabled = refusalFor({ ok: false, reason: 'disabled' }, true, now)
  expect(disabled.errors).toMatchObject({ email: expect.stringContaining('This account is disabled.') })
})
