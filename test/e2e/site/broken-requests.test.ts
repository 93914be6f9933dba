import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { renewToken } from '#features/cases/confirmations.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { makeConfirmationRequest } from '#test/makers/casework.ts'
import { photograph } from '#test/hostile/hostile-files.ts'
import { listAddressed } from '#test/harness/route-table.ts'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { importBuild } from '#test/harness/site.ts'
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
import {
  hydrated,
  makePerson,
  sessionCookies,
  setUpApp,
  signIn,
  test,
  type Office,
} from '#test/e2e/harness/staff-office.ts'

/** No failed request replaces a page: it stays with what was typed, says what happened, and works again afterwards. */

const limitMs = 420_000

interface Opened {
  path: string
  open: (page: Page) => Promise<unknown>
}

test('someone signed out elsewhere signs in in another tab, and sends what is still there', async ({
  office,
  comeAs,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await comeAs(office, admin)
  await page.goto('/admin/settings')
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
  await other.waitForURL('**/admin/dashboard')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
})

test('a right that was withdrawn meanwhile refuses the form and keeps the text', async ({
  office,
  comeAs,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await comeAs(office, admin, { expected: brokenOnPurpose })
  await page.goto('/editor/links')
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Old address' }).fill('/old-page.html')
  await office.db.updateTable('staff_user').set({ role: 'editor' }).where('id', '=', admin.id).execute()
  await page.getByRole('button', { name: 'Add redirect' }).click()
  await page.getByRole('alert').getByText('Only administrators can open this page.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Old address' }).inputValue()).toBe('/old-page.html')
})

test.for(ways)('a file arrives and the page stays, with $name', async (way, { office, come }) => {
  const page = await come(office, { expected: brokenOnPurpose })
  await inForm('/fellowship/fellow-nomination-form', 'nominee')()(page)
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
})

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
  async ({ isIn }, { office, come }) => {
    const pages = (await pagesOf(office)).filter(({ path }) => isIn(path))
    expect(pages.length).toBeGreaterThan(3)
    const faults: string[] = []
    const visitors = await Promise.all([1, 2].map(() => come(office, { expected: brokenOnPurpose })))
    const waiting = pages.entries()
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

/** These change what others are about, or end sessions, so they come last. */
const last = ['/admin/samples', '/admin/system', '/account/sessions', '/account/factors', '/account/password']

let listed: Promise<Opened[]> | undefined

function pagesOf(office: Office): Promise<Opened[]> {
  listed ??= listPages(office)
  return listed
}

/** Every page that hydrates, by the route table, each with the way to it. */
async function listPages(office: Office): Promise<Opened[]> {
  const admin = await makePerson(office, { role: 'admin' })
  const built = await importBuild()
  const config = readConfig({ DATA_DIR: office.dataDir, ORIGIN: office.address, PORT: '0' })
  const site = await built.openSite(config, () => new Date())
  const addressed = await listAddressed(site, admin.id)
  const hydrates = (id: string | undefined): boolean => {
    const route = id === undefined ? undefined : site.routes[id]
    const { hydrate } = (route?.module.handle ?? {}) as { hydrate?: true }
    return Boolean(route) && (hydrate === true || hydrates(route?.parentId))
  }
  const isPage = (id: string) => site.routes[id]?.module.default !== undefined
  const found = addressed.filter(({ id, isLayout }) => !isLayout && isPage(id) && hydrates(id))
  await site.close()
  // Each page has its own administrator, because some of them end all sessions of the user.
  const asAdmin = async (page: Page, path: string) => {
    await page.context().clearCookies()
    const person = await makePerson(office, { role: 'admin' })
    await page.context().addCookies(await sessionCookies(office, person))
    await page.goto(path)
  }
  const opened = found.map(({ pattern, path }) => ({
    path,
    open: waysIn[pattern]?.(office) ?? ((page: Page) => asAdmin(page, path)),
  }))
  return opened.toSorted((one, other) => last.indexOf(one.path) - last.indexOf(other.path))
}

const asVisitor = (path: string) => () => async (page: Page) => {
  await page.context().clearCookies()
  await page.goto(path)
}

const inForm = (href: string, part: string) => () => async (page: Page) => {
  await page.context().clearCookies()
  await page.goto(href)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.waitForURL(`**${href}/tasks`)
  await page.goto(`${href}/${part}`)
}

const waysIn: Record<string, (office: Office) => (page: Page) => Promise<unknown>> = {
  '/search': asVisitor('/search?q=light'),
  '/admin/admin-editor-login': asVisitor('/admin/admin-editor-login'),
  '/admin/second-factor': (office) => async (page) => {
    const person = await makePerson(office, { role: 'editor' })
    await page.context().clearCookies()
    await page.context().addCookies(await sessionCookies(office, person))
    await setUpApp(page)
    await page.context().clearCookies()
    await signIn(page, person)
    await page.waitForURL('**/admin/second-factor')
  },
  '/confirm/:purpose': (office) => async (page) => {
    const { question } = await makeConfirmationRequest(office.db, new Date())
    await page.context().clearCookies()
    await page.goto(await renewToken(office.db, office.address, question))
  },
  '/fellowship/fellow-nomination-form/:part': inForm('/fellowship/fellow-nomination-form', 'nominee'),
  '/fellowship/associate-fellow-nomination-form/:part': inForm(
    '/fellowship/associate-fellow-nomination-form',
    'nominee',
  ),
  '/membership/form/:part': inForm('/membership/form', 'you'),
}
