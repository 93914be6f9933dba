import { expect, test } from 'vitest'
import { pageAddresses } from './addresses.ts'
import { formerPages, isOnFormerSite, withoutFormerFolder } from './former-site.ts'
import { isLocalPath } from './redirects.ts'

test('each known page of the former site has been replaced by a page of the specification', () => {
  for (const [from, to] of formerPages) {
    expect(isLocalPath(from) && isOnFormerSite(from), from).toBe(true)
    expect(Object.values(pageAddresses)).toContain(to)
  }
})

test.each([
  ['/web', ''],
  ['/web/index.php', ''],
  ['/web/index.php/executive-council', '/executive-council'],
  ['/web/images/logo.png', '/images/logo.png'],
])('%s is on the former site, and its own part is “%s”', (path, rest) => {
  expect(isOnFormerSite(path)).toBe(true)
  expect(withoutFormerFolder(path)).toBe(rest)
})

test.each(['/', '/webinar', '/iaps/web', '/website/index.php'])('%s is not', (path) =>
  expect(isOnFormerSite(path)).toBe(false),
)
