import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { dumpTables } from '#test/harness/databases/dump-tables.ts'
import { hydrated, makePerson, test, type Office } from '#test/e2e/harness/staff-office.ts'

const broken =
  /breaks its policy: (require-trusted-types-for|trusted-types)|Trusted(HTML|Script)|TrustedTypePolicy/

test('text does not become markup or a script, on a public page or in the staff area', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const visitor = await openSignedOut(office, { expected: broken })
  await visitor.goto('/search')
  const editor = await openSignedIn(office, await makePerson(office, { role: 'editor' }), {
    expected: broken,
  })
  await editor.goto('/editor/dashboard')
  await hydrated(editor)

  for (const page of [visitor, editor])
    expect(await tryInjecting(page)).toEqual(['refused', 'refused', 'refused'])
  expect(await tryPolicy(visitor, 'default')).toBe('refused')
  expect(await tryPolicy(editor, 'default')).toBe('refused')
})

test('only the staff area lets the editor parse pasted content, separately from the page', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const visitor = await openSignedOut(office, { expected: broken })
  await visitor.goto('/search')
  expect(await tryPolicy(visitor, 'ProseMirrorClipboard')).toBe('refused')

  const editor = await openSignedIn(office, await makePerson(office, { role: 'editor' }))
  await editor.goto('/editor/dashboard')
  expect(await tryPolicy(editor, 'ProseMirrorClipboard')).toBe('Hello')
})

/** What an administrator's browser would do if another site could make it; each works when our own page sends it. */
const acts = [
  ['/account/profile', { name: 'Forged Name', phone: '+91 99 8877 6655' }],
  ['/admin/staff', { email: 'forged@example.org', role: 'admin', reason: 'Forged' }],
  ['/editor/content/news/new', { title: 'Forged news' }],
  ['/account/factors?do=begin-app', {}],
  ['/account/sessions?do=everywhere', {}],
] as const

test.for([
  ['another site', '127.0.0.1'],
  ['another port of our own host', 'localhost'],
] as const)(
  'a page of %s cannot act as the signed-in user, though the browser adds the cookie',
  async ([, host], { office, openSignedIn }) => {
    const person = await makePerson(office, { role: 'admin', name: 'Asha Rao' })
    const foreign = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<p>Hello'))
    await once(foreign.listen(0, host), 'listening')
    onTestFinished(() => void foreign.close())
    const page = await openSignedIn(office, person, { expected: /./ })
    const cookies: boolean[] = []
    page.on('request', async (request) => {
      if (request.method() === 'POST') cookies.push('cookie' in (await request.allHeaders()))
    })
    const before = await dumpTouched(office.db)

    for (const [path, form] of acts) {
      await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`)
      await page.evaluate(fetchFrom, [office.address + path, form] as const)
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === office.address + path),
        page.waitForURL(office.address + path),
        page.evaluate(submitFrom, [office.address + path, form] as const),
      ])
      expect(answer.status(), path).toBe(403)
    }
    expect(await dumpTouched(office.db)).toEqual(before)
    expect(cookies.filter(Boolean).length).toBeGreaterThanOrEqual(acts.length)

    await page.goto('/account/profile')
    for (const [path, form] of acts) {
      const answer = await page.request.post(path, {
        form,
        headers: { origin: office.address },
        maxRedirects: 0,
      })
      expect(answer.status(), path).toBe(302)
    }
  },
)

/** What these actions change; the site does other things in the background, such as looking for a mail server. */
async function dumpTouched(db: Office['db']) {
  const { staff_user, staff_session, staff_totp, staff_link, entry, mail, audit_entry } = await dumpTables(db)
  const letters = mail?.map((row) => row.replace(/"stored_at":\w+/, ''))
  return { staff_user, staff_session, staff_totp, staff_link, entry, letters, audit_entry }
}

/** As a script of the page sends it, with whatever cookies the browser adds. */
async function fetchFrom([address, form]: readonly [string, Record<string, string>]) {
  const body = new URLSearchParams(form)
  await fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(
    () => undefined,
  )
}

/** As a form of the page sends it. */
function submitFrom([address, fields]: readonly [string, Record<string, string>]) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: address })
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.submit()
}

function tryInjecting(page: Page) {
  return page.evaluate(() => {
    const attempt = (work: () => void) => {
      try {
        work()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    return [
      attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      attempt(() => (document.createElement('script').text = 'alert(1)')),
      attempt(() => document.body.insertAdjacentHTML('beforeend', '<p>x</p>')),
    ]
  })
}

interface Policies {
  createPolicy: (name: string, rules: object) => { createHTML: (text: string) => string }
}

/** What a policy of that name does with pasted markup in a separate document, like the editor. */
function tryPolicy(page: Page, name: string) {
  return page.evaluate((name) => {
    const { trustedTypes } = window as unknown as { trustedTypes: Policies }
    try {
      const policy = trustedTypes.createPolicy(name, { createHTML: (text: string) => text })
      const apart = document.implementation.createHTMLDocument('title').createElement('div')
      apart.innerHTML = policy.createHTML('<p>Hello</p>')
      return apart.textContent
    } catch {
      return 'refused'
    }
  }, name)
}
