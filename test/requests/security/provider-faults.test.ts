import { expect } from 'vitest'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { origin } from '#test/harness/site.ts'
import { byPassword, unsigned } from '#test/identity-provider/forged-tokens.ts'
import {
  clientSecret,
  makeKeys,
  type AtProvider,
  type Forgery,
} from '#test/identity-provider/identity-provider.ts'
import {
  leadsTo,
  leave,
  linkedPath,
  makeKnown,
  makeLinked,
  signIn,
  signInPath,
  test,
} from '#test/identity-provider/provider-site.ts'
import { rightPassword } from '#test/makers/staff.ts'

/** A provider that is wrong, forged, slow or away lets nobody in, and nothing is lost. */

const seconds = () => Math.floor(Date.now() / 1000)
const foreignKeys = await makeKeys()
const claims =
  (change: object): Forgery =>
  (given) => ({ claims: { ...given, ...change } })

const forgeries: Record<string, Forgery> = {
  'the wrong issuer': claims({ iss: 'http://127.0.0.1:1' }),
  'the wrong audience': claims({ aud: 'another-site' }),
  'several audiences and another party': (given) => ({
    claims: { ...given, aud: [String(given.aud), 'another-site'], azp: 'another-site' },
  }),
  'the nonce of another sign-in': claims({ nonce: 'replayed' }),
  'no nonce': ({ nonce: _, ...given }) => ({ claims: given }),
  'no subject': ({ sub: _, ...given }) => ({ claims: given }),
  'an end that is past, beyond the tolerance': (given) => ({ claims: { ...given, exp: seconds() - 90 } }),
  'a start in the future, beyond the tolerance': (given) => ({ claims: { ...given, nbf: seconds() + 90 } }),
  'no signature': (given) => ({ token: unsigned(given) }),
  'our secret as its key': (given) => ({ token: byPassword(given, clientSecret) }),
  'the public key of the provider as its key': (given, { jwk }) => ({
    token: byPassword(given, JSON.stringify(jwk)),
  }),
  'the signature of an unknown key': () => ({ by: foreignKeys }),
  'the signature of another key under the name of the right one': (_, by) => ({
    by: { privateKey: foreignKeys.privateKey, jwk: { ...foreignKeys.jwk, kid: by.jwk.kid } },
  }),
}

test.for(Object.keys(forgeries))(
  'an ID token with %s is refused',
  async (name, { testSite, provider, browser }) => {
    captureLog()
    const { subject } = await makeLinked(testSite, provider)
    provider.forge = forgeries[name]
    const page = await signIn(browser, provider, subject, '/editor/media')

    expect([page.status, page.text]).toEqual([
      403,
      expect.stringContaining('did not sign you in. Try again.'),
    ])
    expect(page.html).toContain(`href="${signInPath}?next=%2Feditor%2Fmedia"`)
    expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
    provider.forge = undefined
    expect((await signIn(browser, provider, subject)).path).toBe('/editor/dashboard')
  },
)

test.for([
  ['ended 30 seconds ago', () => ({ exp: seconds() - 30 })],
  ['starts in 30 seconds', () => ({ nbf: seconds() + 30 })],
] as const)(
  'clocks may differ a little: a token that %s is accepted',
  async ([, change], { testSite, provider, browser }) => {
    const { subject } = await makeLinked(testSite, provider)
    provider.forge = (claims) => ({ claims: { ...claims, ...change() } })

    expect((await signIn(browser, provider, subject)).path).toBe('/editor/dashboard')
  },
)

test('a provider that changes its key lets people in at once', async ({ testSite, provider, browser }) => {
  const { subject } = await makeLinked(testSite, provider)
  await signIn(openPlainBrowser(testSite.site), provider, subject)
  await provider.rotateKey(origin)

  expect((await signIn(browser, provider, subject)).path).toBe('/editor/dashboard')
})

test('the address that the provider sends people back to works once', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  const back = await provider.visit(await leave(browser), subject)
  expect((await browser.open(back)).path).toBe('/editor/dashboard')
  await browser.post('/admin/sign-out', {})
  const again = await browser.open(back)

  expect([again.status, again.text]).toEqual([400, expect.stringContaining('has been used')])
})

test('a code of one sign-in cannot be used in another', async ({ testSite, provider, browser }) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  const first = new URL(origin + (await provider.visit(await leave(browser), subject)))
  const second = new URL(origin + (await provider.visit(await leave(browser), subject)))
  second.searchParams.set('code', first.searchParams.get('code') ?? '')
  const mixed = await browser.open(second.pathname + second.search)

  expect(mixed.status).toBe(403)
})

test('a sign-in that someone else started does not work in this browser', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  const stranger = openPlainBrowser(testSite.site)
  const back = await provider.visit(await leave(stranger), subject)
  await leave(browser)

  expect((await browser.open(back)).status).toBe(400)
  expect((await stranger.open(back)).path).toBe('/editor/dashboard')
})

test('two tabs of one browser can both be on the way', async ({ testSite, provider, browser }) => {
  const { subject } = await makeLinked(testSite, provider)
  const [first, second] = [await leave(browser), await leave(browser)]
  const back = await provider.visit(second, subject)

  expect((await browser.open(await provider.visit(first, subject))).path).toBe('/editor/dashboard')
  expect((await browser.open(back)).path).toBe('/editor/dashboard')
})

test('someone who declines at the provider comes back to the sign-in page', async ({ provider, browser }) => {
  captureLog()
  const state = new URL(await leave(browser, '/editor/media')).searchParams.get('state')
  const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer })
  const page = await browser.open(`/admin/provider/university?${query}`)

  expect([page.status, page.text]).toEqual([403, expect.stringContaining('did not sign you in')])
  expect(page.html).toContain('next=%2Feditor%2Fmedia')
})

test('while the provider is away the sign-in page says so and still takes passwords', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject, email } = await makeLinked(testSite, provider)
  const back = await provider.visit(await leave(browser, '/editor/media'), subject)
  provider.isAway = true
  const start = await browser.post(`${signInPath}?do=provider`, {
    provider: 'university',
    next: '/editor/media',
  })
  const returned = await browser.open(back)

  expect([start.status, returned.status]).toEqual([503, 503])
  expect(start.text).toContain('We cannot reach Example University right now.')
  expect(start.html).toContain('name="next" value="/editor/media"')
  expect(returned.html).toContain('next=%2Feditor%2Fmedia')
  const entered = await browser.post(signInPath, { email, password: rightPassword, next: '/editor/media' })
  expect(entered.path).toBe('/editor/media')
})

test('a slow provider is given five seconds', async ({ provider, browser }) => {
  captureLog()
  provider.waitMs = 6_000
  const started = performance.now()
  const page = await browser.post(`${signInPath}?do=provider`, { provider: 'university', next: '' })

  expect(page.status).toBe(503)
  expect(performance.now() - started).toBeLessThan(6_000)
})

test('a slow provider leaves the site most of its slots', async ({ testSite, provider }) => {
  captureLog()
  provider.waitMs = 300
  const browsers = Array.from({ length: 9 }, () => openPlainBrowser(testSite.site))
  const pages = await Promise.all(
    browsers.map((browser) =>
      browser.post(`${signInPath}?do=provider`, { provider: 'university', next: '' }),
    ),
  )
  provider.waitMs = 0

  expect(pages.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    ...times(6, 200),
    ...times(3, 503),
  ])
})

function times(count: number, status: number) {
  return Array<number>(count).fill(status)
}

test('an answer of the provider that is too long is not read', async ({ provider, browser }) => {
  captureLog()
  provider.padding = 600_000
  const page = await browser.post(`${signInPath}?do=provider`, { provider: 'university', next: '' })

  expect(page.status).toBe(503)
})

test.for(['/', '/.well-known/openid-configuration'])(
  'a provider whose issuer is not exactly the configured one is not used: %s',
  async (added, { testSite, provider, browser }) => {
    captureLog()
    const university = testSite.config.signInProviders.find(({ key }) => key === 'university')
    if (!university) throw new Error('The site has no such provider.')
    university.issuer = provider.issuer + added
    const page = await browser.post(`${signInPath}?do=provider`, { provider: 'university', next: '' })
    university.issuer = provider.issuer

    expect(page.status).toBe(503)
  },
)

test.for([
  ['is not confirmed at the provider', { email_verified: false }, 'that you have confirmed with'],
  ['is of another domain', { email: 'someone@elsewhere.example' }, 'of that domain'],
] as const)(
  'nobody links a sign-in whose address %s',
  async ([, made, says], { testSite, provider, browser }) => {
    captureLog()
    const { subject: own } = await makeLinked(testSite, provider)
    await signIn(browser, provider, own)
    await testSite.site.db.deleteFrom('staff_identity').where('subject', '=', own).execute()
    const leaving = await browser.post(`${linkedPath}?do=link`, { provider: 'university' })
    const { subject } = makeKnown(provider, made)
    const page = await browser.open(await provider.visit(leadsTo(leaving.html), subject))

    expect([page.status, page.text]).toEqual([403, expect.stringContaining(says)])
  },
)

test('a sign-in of someone else cannot be linked, and nobody links with another session', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const taken = await makeLinked(testSite, provider)
  const own = await makeLinked(testSite, provider)
  await testSite.site.db.deleteFrom('staff_identity').where('subject', '=', own.subject).execute()
  await browser.post(signInPath, { email: own.email, password: rightPassword, next: '' })
  const link = async () =>
    leadsTo((await browser.post(`${linkedPath}?do=link`, { provider: 'university' })).html)
  const page = await browser.open(await provider.visit(await link(), taken.subject))
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('already linked')])

  const back = await provider.visit(await link(), makeKnown(provider).subject)
  await browser.post('/admin/sign-out', {})
  await browser.post(signInPath, { email: taken.email, password: rightPassword, next: '' })
  const other = await browser.open(back)
  expect([other.status, other.text]).toEqual([403, expect.stringContaining('You have been signed out.')])
})

test('an address of a domain that is no longer accepted does not sign in', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  provider.people.set(subject, { email: `${subject}@elsewhere.example`, email_verified: true })
  const page = await signIn(browser, provider, subject)

  expect([page.status, page.text]).toEqual([403, expect.stringContaining('of that domain')])
})

test.for([
  ['is no longer confirmed', { email_verified: false }],
  ['is called unconfirmed in words', { email_verified: 'false' }],
  ['is no longer given', { email: undefined }],
] as const)(
  'a linked sign-in whose address %s does not sign in',
  async ([, change], { testSite, provider, browser }) => {
    captureLog()
    const { subject } = await makeLinked(testSite, provider)
    const person = { email: `${subject}@example.org`, email_verified: true, ...change }
    provider.people.set(subject, person as AtProvider)
    const page = await signIn(browser, provider, subject)

    expect([page.status, page.text]).toEqual([403, expect.stringContaining('that you have confirmed with')])
    expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
  },
)
