import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '#test/harness/processor-time.ts'
import { isMailAddress } from './mail-address.ts'

test('plain addresses pass', () => {
  for (const text of [
    'a@b.org',
    'asha.rao+iaps@physics.example.ac.in',
    "o'neil@x-y.org",
    'A_B@EXAMPLE.ORG',
    'x@xn--bcher-kva.example',
  ])
    expect(isMailAddress(text), text).toBe(true)
})

test('whatever could reach someone else, or is not an address, is refused', () => {
  const texts = [
    '',
    '@',
    'a',
    'a@',
    '@b.org',
    'a@b',
    'a@b.org,c@d.org',
    'a@b.org;c@d.org',
    'a@b.org c@d.org',
    'a@b.org\r\nRCPT TO:<c@d.org>',
    'a@b.org\n',
    'a@b.org\0',
    ' a@b.org',
    'Asha <a@b.org>',
    '<a@b.org>',
    'friends: a@b.org, c@d.org;',
    '"a b"@b.org',
    '"a@c.org"@b.org',
    'a@b.org@c.org',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a(comment)@b.org',
    'a@b.org (comment)',
    '.a@b.org',
    'a.@b.org',
    'a..b@b.org',
    'a@.b.org',
    'a@b..org',
    'a@b.org.',
    'a@-b.org',
    'a@b-.org',
    'ä@b.org',
    'a@bücher.example',
    'a@b.org\u2028',
    'a@b。org',
    'ａ@b.org',
    `${'a'.repeat(65)}@b.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,
  ]
  for (const text of texts) expect(isMailAddress(text), JSON.stringify(text)).toBe(false)
})

test('whatever passes has no character with a special meaning', () => {
  const tricky = fc.string({
    unit: fc.constantFrom('a', '.', '@', ',', ';', '<', '>', '"', '\r', '\n', ':', '(', ' ', '\\'),
  })
  fc.assert(
    fc.property(tricky, (text) => {
      if (isMailAddress(text)) expect(text).toMatch(/^[a.]+@[a.]+$/)
    }),
    { seed: 1995, numRuns: 2000 },
  )
})

test('deep nesting is refused quickly', async () => {
  for (const text of [
    '('.repeat(10_000),
    'a:'.repeat(10_000),
    '<'.repeat(10_000),
    `${'"'.repeat(10_000)}@b.org`,
    `${'a.'.repeat(100_000)}@b.org`,
  ]) {
    expect(await processorMs(() => expect(isMailAddress(text)).toBe(false))).toBeLessThan(10)
  }
})
