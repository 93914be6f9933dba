import { expect } from 'vitest'
import { sessionCookie, setOwnToken } from '#routes/request/own-page-cookies.server.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { codeMailedTo, makeReached, sendCodes, signInAt } from '#test/makers/own-pages.ts'

test('a person signs in with a mailed code, sees their page and signs out', async ({ site, testSite }) => {
  const { db } = site
  await makeReached(db, 'tara@own.example', autumn, { givenName: 'Tara', familyName: 'Canaryown' })
  const browser = openPlainBrowser(site)
  expect((await browser.open('/my-page')).path).toBe('/my-page/sign-in')

  const requested = await browser.post('/my-page/sign-in', { email: ' Tara@Own.example ' })
  expect(requested.path).toBe('/my-page/code')
  await sendCodes(db, autumn, testSite.config.secret)
  const wrong = await browser.post('/my-page/code', { code: 'ACDE-FGHJ' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is not right.')])
  const code = await codeMailedTo(db, 'tara@own.example')
  const page = await browser.post('/my-page/code', { code: code.toLowerCase().replace('-', ' ') })

  expect(page.path).toBe('/my-page')
  expect(page.text).toContain('Tara Canaryown')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.html).not.toContain('type="module"')
  expect((await openPlainBrowser(site).open('/my-page')).text).not.toContain('Canaryown')
  expect((await browser.open('/admin/dashboard')).path).toContain('/admin/admin-editor-login')
  await browser.post('/my-page?do=sign-out', {})
  expect((await browser.open('/my-page')).path).toBe('/my-page/sign-in')
})

test('two people at one address choose who they are', async ({ site, testSite }) => {
  const { db } = site
  await makeReached(db, 'two@own.example', autumn, { givenName: 'Ravi', familyName: 'Ownsharer' })
  const rita = await makeReached(db, 'two@own.example', autumn, {
    givenName: 'Rita',
    familyName: 'Ownsharer',
  })
  const browser = openPlainBrowser(site)
  await browser.post('/my-page/sign-in', { email: 'two@own.example' })
  await sendCodes(db, autumn, testSite.config.secret)
  const choice = await browser.post('/my-page/code', { code: await codeMailedTo(db, 'two@own.example') })

  expect([choice.path, choice.text]).toEqual(['/my-page/choose', expect.stringContaining('Ravi Ownsharer')])
  expect((await browser.post('/my-page/choose', { person: 'someone-else' })).status).toBe(400)
  const page = await browser.post('/my-page/choose', { person: rita })
  expect([page.path, page.text]).toEqual(['/my-page', expect.stringContaining('Rita Ownsharer')])
})

test('the code is nowhere in the database in the clear, and no page of staff shows it', async ({
  site,
  testSite,
}) => {
  const { db } = site
  await makeReached(db, 'sealed@own.example', autumn)
  await openPlainBrowser(site).post('/my-page/sign-in', { email: 'sealed@own.example' })
  await sendCodes(db, autumn, testSite.config.secret)
  const code = await codeMailedTo(db, 'sealed@own.example')
  const rows = await db.selectFrom('mail').selectAll().where('recipient', '=', 'sealed@own.example').execute()

  expect(code).toMatch(/^\w{4}-\w{4}$/)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(JSON.stringify(rows)).toContain('(hidden code)')
})

test('no answer of the own page may be stored, and another site cannot use its cookie', async ({
  site,
  testSite,
}) => {
  const { db } = site
  await makeReached(db, 'stored@own.example', autumn, { familyName: 'Canarystored' })
  const token = await signInAt(db, 'stored@own.example', autumn, testSite.config.secret)
  const set = setOwnToken(sessionCookie, token, origin)
  expect(set).toMatch(/; HttpOnly/)
  expect(set).toMatch(/; SameSite=(Lax|Strict)/)
  expect(set).not.toMatch(/; Domain/i)
  const [cookie = ''] = set.split(';')
  const answer = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    site.respond(new Request(origin + path, { ...init, headers }))

  const paths = ['/my-page', '/my-page/contact', '/my-page.data', '/my-page/contact.data', '/my-page/none']
  for (const path of [...paths, '/my-page/sign-in', '/my-page/choose', '/my-page/code'])
    for (const headers of [{ cookie }, {}]) {
      const { status, headers: got } = await answer(path, headers)
      expect([path, status, got.get('cache-control')]).toEqual([path, status, 'no-store'])
    }
  expect(await (await answer('/my-page.data', { cookie })).text()).toContain('Canarystored')
  const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const body = new URLSearchParams({})
  const refused = await answer('/my-page?do=sign-out-everywhere', foreign, { method: 'POST', body })
  expect(refused.status).toBe(400)
  expect((await answer('/my-page', { cookie })).status).toBe(200)
})
