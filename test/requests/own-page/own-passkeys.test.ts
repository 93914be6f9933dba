import { expect } from 'vitest'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import { test } from '#test/harness/visitors.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'

/** Passkeys of the own page, over its routes. */

const email = 'key@own.example'
const ways = { add: '/my-page/passkey', enter: '/my-page/sign-in/passkey', list: '/my-page/passkeys' }

async function signIn({ site, config }: TestSite, browser: PlainBrowser) {
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  return browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
}

interface Answer {
  ok: boolean
  path?: string
  sentence?: string
  options?: { challenge: string }
}

async function ask(browser: PlainBrowser, path: string, fields: Record<string, string> = {}) {
  const page = await browser.post(path, fields)
  return { status: page.status, headers: page.headers, ...(JSON.parse(page.html) as Answer) }
}

async function challengeOf(browser: PlainBrowser, path: string) {
  const { options } = await ask(browser, `${path}?do=options`)
  return options?.challenge ?? ''
}

test('a person adds a passkey, renames it, signs in with it without a code, and removes it', async ({
  site,
  testSite,
}) => {
  await makeReached(site.db, email, autumn, { givenName: 'Kiran', familyName: 'Keyholder' })
  const key = new SoftKey(origin)
  const browser = openPlainBrowser(site)
  expect((await browser.post(ways.add, {})).path).toBe('/my-page/sign-in')
  await signIn(testSite, browser)
  expect((await browser.open(ways.list)).text).toContain('You have no passkey.')

  const unnamed = key.register(await challengeOf(browser, ways.add))
  const refused = await ask(browser, ways.add, { name: ' ', response: JSON.stringify(unnamed) })
  expect([refused.status, refused.sentence]).toEqual([400, 'Enter a name for the passkey.'])
  const response = JSON.stringify(key.register(await challengeOf(browser, ways.add)))
  expect(await ask(browser, ways.add, { name: 'My phone', response })).toMatchObject({ path: ways.list })
  const listed = await browser.open(ways.list)
  const passkey = /name="passkey" value="([^"]+)"/.exec(listed.html)?.[1] ?? ''
  expect((await browser.post(`${ways.list}?do=rename`, { passkey, name: '' })).status).toBe(400)
  const renamed = await browser.post(`${ways.list}?do=rename`, { passkey, name: 'Old phone' })
  expect(renamed.text).toContain('Remove Old phone')

  await browser.post('/my-page?do=sign-out', {})
  const other = openPlainBrowser(site)
  const signed = JSON.stringify(key.sign(await challengeOf(other, ways.enter)))
  const entered = await ask(other, ways.enter, { response: signed })
  expect(entered).toMatchObject({ ok: true, path: '/my-page' })
  expect(entered.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=/)
  expect((await other.open('/my-page')).text).toContain('Kiran Keyholder')
  expect((await other.open('/admin/dashboard')).path).toContain('/admin/admin-editor-login')

  const removed = await other.post(`${ways.list}?do=remove`, { passkey, name: 'Old phone' })
  expect(removed.text).toContain('Passkey removed.')
  expect((await other.post(`${ways.list}?do=remove`, { passkey, name: 'Old phone' })).text).toContain(
    'already removed',
  )
  const gone = openPlainBrowser(site)
  const again = JSON.stringify(key.sign(await challengeOf(gone, ways.enter)))
  const turnedAway = await ask(gone, ways.enter, { response: again })
  expect([turnedAway.status, turnedAway.sentence]).toEqual([
    401,
    expect.stringContaining('Sign in with a code.'),
  ])
})

test('what is not an answer of a device is refused with a sentence', async ({ site }) => {
  const browser = openPlainBrowser(site)
  for (const fields of [{ response: 'no JSON' }, { response: '{}' }, { response: '[]' }]) {
    await challengeOf(browser, ways.enter)
    expect(await ask(browser, ways.enter, fields)).toMatchObject({ status: 401, ok: false })
  }
  expect(await ask(browser, ways.enter, {})).toMatchObject({ status: 400, ok: false })
})
