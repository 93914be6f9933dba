import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { photograph } from '#test/hostile/made-files.ts'
import { isFull, isTaken } from '#test/harness/scale.ts'
import {
  breakRequests,
  brokenOnPurpose,
  findButton,
  findLink,
  messagesOn,
  typeSomething,
  ways,
  type FilledField,
  type Way,
} from '#test/e2e/harness/broken-requests.ts'
import { inForm, pagesOf, type Opened } from '#test/e2e/harness/hydrated-pages.ts'
import { hydrated, makePerson, test } from '#test/e2e/harness/staff-office.ts'

/** No failed request replaces a page: it stays with what was typed, says what happened, and works again afterwards. */

const limitMs = 420_000

test('someone signed out elsewhere signs in in another tab, and sends what is still there', async ({
  office,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin)
  await page.goto('/admin/settings/networks')
  await hydrated(page)
  const field = page.getByRole('textbox', { name: 'Facebook' })
  await field.fill('https://www.facebook.com/sample')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('alert').getByText('You have been signed out.').waitFor()
  expect(await field.inputValue()).toBe('https://www.facebook.com/sample')

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sign in (opens in a new tab)' }).click()
  const other = await opened
  await other.getByLabel('Email').first().fill(admin.email)
  await other.getByLabel('Password').first().fill(admin.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  // The tab's own word: Playwright sometimes misses where a new tab went.
  await expect.poll(() => other.evaluate(() => location.pathname).catch(() => '')).toBe('/admin/dashboard')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
})

test('a right that was withdrawn meanwhile refuses the form and keeps the text', async ({
  office,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin, { expected: brokenOnPurpose })
  await page.goto('/editor/links')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Old address' }).fill('/old-page.html')
  await office.db.updateTable('staff_user').set({ role: 'editor' }).where('id', '=', admin.id).execute()
  await page.getByRole('button', { name: 'Add redirect' }).click()
  await page.getByRole('alert').getByText('Only administrators can open this page.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Old address' }).inputValue()).toBe('/old-page.html')
})

const fellow = '/fellowship/fellow-nomination-form'
const waysForFiles = ways.filter((_, at) => isTaken(at, 0, 3))

test.for(waysForFiles)(
  'a file arrives and the page stays, with $name',
  async (way, { office, openSignedOut }) => {
    const page = await openSignedOut(office, { expected: brokenOnPurpose })
    await inForm(fellow, 'nominee')()(page)
    await page.getByLabel('I fill in the nominee’s details myself').check()
    await page.getByRole('button', { name: 'Save and return to all parts' }).click()
    await page.waitForURL(`**${fellow}/tasks`)
    await page.goto(`${fellow}/person`)
    await hydrated(page)
    const typed = await typeSomething(page)
    await page.route('**/*.data*', way.break)
    const buffer = await photograph(320, 420)
    const file = { name: 'portrait.jpg', mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('alert').waitFor()
    await isThere(page, typed, ['typed on', 'typed on'])
    await page.unroute('**/*.data*', way.break)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByRole('button', { name: 'Remove portrait.jpg' }).waitFor()
    await isThere(page, typed, ['typed on', 'typed on'])
  },
)

/** Administrators come last: they remove the sample content, which the others need. */
const areas = [
  { area: 'of editors', isIn: (path: string) => path.startsWith('/editor/') },
  { area: 'of an account', isIn: (path: string) => path.startsWith('/account/') },
  { area: 'of visitors', isIn: (path: string) => !/^\/(editor|admin|account)\//.test(path) },
  { area: 'of administrators', isIn: (path: string) => path.startsWith('/admin/') },
]

test.for(areas)(
  'no failed request replaces a page $area',
  { timeout: isFull ? 10 * limitMs : limitMs },
  async ({ isIn }, { office, openSignedOut }) => {
    const pages = (await pagesOf(office)).filter(({ path }) => isIn(path))
    expect(pages.length).toBeGreaterThan(3)
    const taken = pages.filter((_, at) => isTaken(at, 0, 12))
    const faults: string[] = []
    const visitors = await Promise.all([1, 2].map(() => openSignedOut(office, { expected: brokenOnPurpose })))
    const waiting = taken.entries()
    const walk = async (page: Page) => {
      for (const [at, one] of waiting) {
        // The full run tries every way for every page, this one another way for each request.
        const chosen = isFull ? ways : [ways[at % ways.length]!]
        for (const way of chosen)
          for (const fault of await breakPage(page, one, way, at)) faults.push(`${one.path}: ${fault}`)
      }
    }
    await Promise.all(visitors.map(walk))
    expect(faults).toEqual([])
  },
)

const steps: { name: string; run: (page: Page, way: Way, typed: FilledField[]) => Promise<unknown> }[] = [
  { name: 'a data request', run: breakRefresh },
  { name: 'a form', run: breakForm },
  { name: 'a link', run: breakLink },
]

async function breakPage(page: Page, { open }: Opened, first: Way, at: number): Promise<string[]> {
  const faults: string[] = []
  await open(page)
  await hydrated(page)
  const typed = await typeSomething(page)
  // The short run breaks one request of each page, each time another one; the full run all of them.
  const taken = [...steps.entries()].filter(([number]) => isTaken(at, number, steps.length))
  for (const [number, step] of taken) {
    const way = ways[(ways.indexOf(first) + number * (1 + at)) % ways.length]!
    try {
      await step.run(page, way, typed)
    } catch (error) {
      faults.push(`${step.name} with ${way.name}: ${String(error).slice(0, 600)}`)
      await page.unrouteAll()
      await open(page)
      await hydrated(page)
    }
  }
  return faults
}

/** As when another tab signs in or out, or an upload has finished: the page reloads its own data. */
async function breakRefresh(page: Page, way: Way, typed: FilledField[]) {
  const before = await valuesOf(typed)
  const mend = await breakRequests(page, way)
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'name' })))
  await messagesOn(page)
  await isThere(page, typed, before)
  await mend()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await page.locator('[data-failure]').waitFor({ state: 'detached' })
  await isThere(page, typed, before)
}

async function breakForm(page: Page, way: Way, typed: FilledField[]) {
  const button = await findButton(page)
  if (!button) return
  const before = await valuesOf(typed)
  const mend = await breakRequests(page, way)
  await button.click()
  await messagesOn(page)
  await isThere(page, typed, before)
  await mend()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.locator('html').evaluate((html) => html.setAttribute('data-before', ''))
  await button.click()
  const status = (await answered).status()
  expect(status).toBeLessThan(500)
  // The router's status for a redirect: most of them open a new document, which must not happen during the next step.
  if (status === 202)
    await page
      .locator('html:not([data-before])')
      .waitFor({ timeout: 5000 })
      .catch(() => undefined)
  await page.locator('[data-failure]').waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}

/** Without typed text nothing is lost, and the browser's own error page may appear. */
async function breakLink(page: Page, way: Way) {
  const typed = await typeSomething(page)
  const link = await findLink(page)
  if (typed.length === 0 || !link) return
  const before = await valuesOf(typed)
  const mend = await breakRequests(page, way)
  await link.click()
  await messagesOn(page)
  await isThere(page, typed, before)
  await mend()
  const { pathname } = new URL(page.url())
  const left = page.waitForURL((url) => url.pathname !== pathname, { waitUntil: 'commit' })
  await Promise.all([left, link.click({ noWaitAfter: true })])
}

async function isThere(page: Page, typed: FilledField[], before: string[]) {
  expect(await page.locator('h1').filter({ visible: true }).count()).toBe(1)
  expect(await valuesOf(typed)).toEqual(before)
}

function valuesOf(typed: FilledField[]) {
  return Promise.all(typed.map(async (field) => ((await field.isVisible()) ? field.inputValue() : 'gone')))
}
