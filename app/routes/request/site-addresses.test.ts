import { expect, test } from 'vitest'
import { addresses } from '#routes.ts'
import { listAddresses } from './address.ts'
import { draftCookieName } from './draft-cookies.server.ts'
import { hasOwnCookie, siteAddresses } from './site-addresses.ts'
import { staffCookieName } from './staff-cookies.server.ts'

/** The page before a form and the fee of an application are the same for everyone. */
const forEveryone = ['routes/site/forms/start', 'routes/site/forms/pay']

test('every page of a started form belongs to the browser that started it', () => {
  const ofForms = listAddresses(addresses).filter(({ name }) => name.startsWith('routes/site/forms/'))
  const started = ofForms.filter(({ name }) => !forEveryone.includes(name))
  const paths = started.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'some-name')}`)

  expect(paths.length).toBeGreaterThanOrEqual(28)
  expect(paths.filter((path) => !siteAddresses.ofOneBrowser.test(path))).toEqual([])
})

test('the page before a form is the same for everyone', () => {
  const starts = listAddresses(addresses).filter(({ name }) => name === 'routes/site/forms/start')
  const paths = starts.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'some-name')}`)

  expect(paths.filter((path) => siteAddresses.ofOneBrowser.test(path))).toEqual([])
})

test.for(['http://localhost:3000', 'https://www.example.org'])(
  'at %s a request with a cookie of staff, of an own page or of a started form is recognised',
  (origin) => {
    for (const name of [
      staffCookieName('session', origin),
      'iaps_own',
      draftCookieName('associate-fellow', origin),
    ]) {
      expect(hasOwnCookie(`theme=dark; ${name}=abc`), name).toBe(true)
      expect(hasOwnCookie(`${name}=`), name).toBe(false)
    }
    expect([hasOwnCookie(undefined), hasOwnCookie('theme=dark; not_iaps_session=a')]).toEqual([false, false])
    expect(hasOwnCookie('iaps_own_code=abc')).toBe(false)
    expect(siteAddresses.session.test(`theme=dark; ${staffCookieName('session', origin)}=abc`)).toBe(true)
    expect(siteAddresses.session.test('not_iaps_session=a')).toBe(false)
  },
)
