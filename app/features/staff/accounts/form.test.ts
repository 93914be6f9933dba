import { expect, test } from 'vitest'
import * as forms from './form.ts'

const signUp = {
  name: 'Meera Rao',
  email: 'meera@example.org',
  phone: '+91 (532) 246-0000',
  password: 'kaveri flows east in june',
  role: 'editor',
}

test('a sign-up is read as people type it', () => {
  const typed = { ...signUp, name: '  Meera   Rao ', email: ' Meera@Example.ORG ' }

  expect(forms.signUpForm.parse(typed)).toEqual({
    ...signUp,
    name: 'Meera Rao',
    email: 'meera@example.org',
    phone: '+91 532 246 0000',
  })
})

test.for(['isAdmin', 'emailVerified', 'state', 'approved', 'id', 'role[]', 'user.role', 'constructor'])(
  'a sign-up with a field “%s” is refused completely',
  (field) => {
    expect(forms.signUpForm.safeParse({ ...signUp, [field]: 'admin' }).success).toBe(false)
  },
)

test('no form accepts an unknown field, __proto__ included', () => {
  for (const [name, form] of Object.entries(forms)) {
    if (typeof form !== 'object' || !('safeParse' in form)) continue
    const odd = JSON.parse('{"__proto__":{"role":"admin"},"role[]":"admin"}') as object
    const read = form.safeParse(odd)
    expect(read.success, name).toBe(false)
    expect(
      read.error?.issues.some((issue) => issue.code === 'unrecognized_keys'),
      name,
    ).toBe(true)
  }
})

test.for([
  'meera',
  'meera@',
  '@example.org',
  'a@b@example.org',
  'a@example.org, b@example.org',
  'a@example.org;b@example.org',
  'Meera <a@example.org>',
  'a@example.org\r\nBcc: b@example.org',
  'friends: a@example.org;',
  '"a b"@example.org',
  'a@localhost',
  `${'a'.repeat(250)}@example.org`,
])('“%s” is not one email address', (email) => {
  expect(forms.emailForm.safeParse({ email }).success).toBe(false)
})

test.for(['owner', 'superadmin', '', 'ADMIN'])('the role cannot be “%s”', (role) => {
  expect(forms.signUpForm.safeParse({ ...signUp, role }).success).toBe(false)
})

test.for(['abc', '12', '+91 532 24<script>', '0'.repeat(31)])('“%s” is not a phone number', (phone) => {
  expect(forms.signUpForm.safeParse({ ...signUp, phone }).success).toBe(false)
})

test('a name cannot reverse the text around it', () => {
  expect(forms.profileForm.safeParse({ name: 'Meera \u202eoaR', phone: signUp.phone }).success).toBe(false)
})

test('a code may be typed with spaces, a recovery code in any form', () => {
  expect(forms.codeForm.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  expect(forms.recoveryCodeForm.parse({ recoveryCode: 'abcd efgh-ijkl 2345' })).toEqual({
    recoveryCode: 'ABCDEFGHIJKL2345',
  })
})

test('a password is accepted as typed, including spaces at its ends', () => {
  expect(forms.signUpForm.parse({ ...signUp, password: ' a b ' }).password).toBe(' a b ')
  expect(forms.signUpForm.safeParse({ ...signUp, password: 'x'.repeat(1025) }).success).toBe(false)
})

test('a browser’s passkey response must be JSON', () => {
  expect(forms.passkeyResponseForm.parse({ response: '{"id":"a"}' })).toEqual({ response: { id: 'a' } })
  for (const response of ['', '[]', '"a"', '{', 'null'])
    expect(forms.passkeyResponseForm.safeParse({ response }).success).toBe(false)
})
