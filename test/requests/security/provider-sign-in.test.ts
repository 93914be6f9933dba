import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { codeFor, makeCaller } from '#test/harness/visitors.ts'
import {
  lastActs,
  leadsTo,
  linkedPath,
  makeKnown,
  makeLinked,
  signIn,
  signInPath,
  test,
} from '#test/identity-provider/provider-site.ts'
import { addIdentity } from '#features/staff/providers/identities.server.ts'
import { listLetters, rightPassword } from '#test/makers/staff.ts'

/** Signing in at a real OpenID Connect provider, linking it, and accepting an invitation with it. */

test('the site starts, and people sign in with their password, without a word to the provider', async ({
  testSite,
  provider,
  browser,
}) => {
  provider.isAway = true
  const { email } = await makeLinked(testSite, provider)
  const entered = await browser.post(signInPath, { email, password: rightPassword, next: '' })

  expect(entered.path).toBe('/editor/dashboard')
  expect(provider.requests).toBe(0)
})

test('someone whose account is linked signs in at the provider and reaches the page they wanted', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject, id } = await makeLinked(testSite, provider)
  const page = await browser.open(`${signInPath}?next=/editor/media`)
  expect(page.text).toContain('Sign in with Example University')
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self';`)

  const reached = await signIn(browser, provider, subject, '/editor/media')

  expect([reached.status, reached.path]).toEqual([200, '/editor/media'])
  expect(await lastActs(testSite)).toEqual([`staff.signed-in-by-provider staff:${id}`])
})

test('the server makes the page on the way to the provider for the browser that asked', async ({
  testSite,
}) => {
  const close = gentleCloser(testSite.site.http)
  const port = await listen(testSite.site.http)
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  const path = `${signInPath}?do=provider`
  const body = 'provider=university&next='
  const sent = await ask(port, path, { method: 'POST', body, ...headers })
  const cookie = (sent.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const leaving = await ask(port, '/admin/leaving', { cookie })
  const elsewhere = await ask(port, '/admin/leaving')
  await close()

  expect([sent.status, sent.headers.location]).toEqual([302, '/admin/leaving'])
  expect(leaving.text).toContain('Continue to Example University')
  expect([elsewhere.status, elsewhere.headers.location]).toEqual([302, '/'])
})

test('a page on another site never follows a sign-in', async ({ testSite, provider, browser }) => {
  const { subject } = await makeLinked(testSite, provider)
  const reached = await signIn(browser, provider, subject, 'https://evil.example/')

  expect(reached.path).toBe('/editor/dashboard')
})

test('a second factor that is set up here is still needed', async ({ testSite, provider, browser }) => {
  const admin = await makeCaller(testSite, { role: 'admin', hasApp: true })
  const { subject, email } = makeKnown(provider)
  const identity = { issuer: provider.issuer, subject, email, isEmailVerified: true, provedMsAgo: 0 }
  await addIdentity(testSite.site.db, admin.id, identity, autumn)

  expect((await signIn(browser, provider, subject)).path).toBe('/admin/second-factor')
  expect((await browser.open('/admin/dashboard')).path).toBe('/admin/second-factor')
  const code = await codeFor(testSite, admin.id, 1)
  expect((await browser.post('/admin/second-factor', { code })).path).toBe('/admin/dashboard')
})

test('an administrator without a second factor has to set one up first', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject } = await makeLinked(testSite, provider, { role: 'admin' })
  await changeSettings(testSite.site.db, system, { secondFactorForAdmins: true }, autumn)

  expect((await signIn(browser, provider, subject)).path).toBe('/account/factors')
  expect((await browser.post('/account/factors?do=begin-app', {})).text).toContain('Scan the QR code')
  await changeSettings(testSite.site.db, system, { secondFactorForAdmins: false }, autumn)
})

test('someone without a linked account gets a sentence and no account', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = makeKnown(provider)
  const count = async () => (await testSite.site.db.selectFrom('staff_user').select('id').execute()).length
  const before = await count()
  const page = await signIn(browser, provider, subject, '/editor/media')

  expect(page.status).toBe(403)
  expect(page.text).toContain('No account on this site is linked to the person you signed in as.')
  expect(page.html).toContain(`href="${signInPath}?next=%2Feditor%2Fmedia"`)
  expect(await count()).toBe(before)
  expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
})

test('a disabled account stays closed', async ({ testSite, provider, browser }) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider, { state: 'disabled' })
  const page = await signIn(browser, provider, subject)

  expect([page.status, page.text.includes('This account is disabled.')]).toEqual([403, true])
})

test('someone signed in links the provider, with fresh proof, and can use it', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject } = makeKnown(provider)
  const { email, id } = await makeLinked(testSite, { ...provider, issuer: 'https://other.example' } as never)
  await browser.post(signInPath, { email, password: rightPassword, next: '' })
  const leaving = await browser.post(`${linkedPath}?do=link`, { provider: 'university' })
  const href = leadsTo(leaving.html)
  // Someone else may still be signed in there.
  expect(new URL(href).searchParams.get('prompt')).toBe('login')
  const page = await browser.open(await provider.visit(href, subject))

  expect([page.status, page.path]).toEqual([200, linkedPath])
  expect(page.text).toContain('Unlink Example University')
  expect(await lastActs(testSite)).toEqual([`staff.sign-in-linked staff:${id}`])
  const letters = await listLetters(testSite.site.db)
  expect(letters.findLast(({ recipient }) => recipient === email)?.kind).toBe('staff.sign-in-linked')
  expect((await signIn(openPlainBrowser(testSite.site), provider, subject)).path).toBe('/editor/dashboard')
})

test('signing out here goes on to the provider, and so does signing out everywhere', async ({
  testSite,
  provider,
  browser,
}) => {
  const { subject } = await makeLinked(testSite, provider)
  for (const path of ['/admin/sign-out', '/account/sessions?do=everywhere']) {
    await signIn(browser, provider, subject)
    const page = await browser.post(path, {})
    const address = new URL(leadsTo(page.html))

    expect(page.path).toBe('/admin/leaving')
    expect(address.origin).toBe(provider.issuer)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`)
    expect((await fetch(address)).status).toBe(200)
    expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
    expect((await browser.open('/admin/leaving')).path).toBe('/')
  }
})

test('while the provider is away, signing out ends our session and leads home', async ({
  testSite,
  provider,
  browser,
}) => {
  captureLog()
  const { subject } = await makeLinked(testSite, provider)
  await signIn(browser, provider, subject)
  provider.isAway = true

  expect((await browser.post('/admin/sign-out', {})).path).toBe('/')
  expect((await browser.open('/editor/dashboard')).path).toContain(signInPath)
})

test('without providers there are no buttons and no address to return to', async ({ testSite, browser }) => {
  captureLog()
  const providers = testSite.config.signInProviders.splice(0)
  const page = await browser.open(signInPath)
  const back = await browser.open('/admin/provider/university?state=x&code=y')
  testSite.config.signInProviders.push(...providers)

  expect(page.html).not.toContain('Sign in with')
  expect(back.status).toBe(404)
})
