import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hydrated, makePerson, test } from '#test/e2e/harness/staff-office.ts'

/** Most pages of the staff area open in the document that is there, and nothing that a new document did is missing. */

const laptop = { width: 1280, height: 700 }
const brokenOnPurpose = /status of (404|502)|ERR_INTERNET_DISCONNECTED|Failed to load resource/

test('the next page of the staff area opens in the same document, as a new one would look', async ({
  office,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
  await page.goto('/editor/people')
  await hydrated(page)
  await mark(page)
  const next = page.getByRole('link', { name: 'Next', exact: true })
  await next.scrollIntoViewIfNeeded()
  const position = await scrolled(page)
  expect(position).toBeGreaterThan(300)
  await next.click()
  await page.waitForURL('**/editor/people?page=2')
  await focused(page, 'People')
  expect(await scrolled(page)).toBe(0)

  await inRail(page, 'Links')
  await focused(page, 'Links')
  expect(await page.title()).toMatch(/^Links – /)
  expect(await page.locator('nav [aria-current="page"]').innerText()).toBe('Links')
  expect(await isMarked(page)).toBe(true)

  await page.goBack()
  await focused(page, 'People')
  await page.goBack()
  await page.waitForURL('**/editor/people')
  await expect.poll(() => scrolled(page)).toBe(position)
  expect(await isMarked(page)).toBe(true)

  // The palette leads the same way, and texts are written in documents of their own.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Jump to' }).fill('news')
  await page.keyboard.press('Enter')
  await focused(page, 'News')
  expect(await isMarked(page)).toBe(true)
  await page.locator('tbody th a').first().click()
  await page.waitForURL('**/editor/entries/*')
  expect(await isMarked(page)).toBe(false)
})

test('going back asks before typed text is lost', async ({ office, openSignedIn }) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
  await page.goto('/editor/facts')
  await hydrated(page)
  await inRail(page, 'Links')
  await focused(page, 'Links')
  const field = page.getByRole('textbox', { name: 'Old address' })
  await field.fill('/old-page.html')

  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.evaluate(() => window.history.back())
  await expect.poll(() => asked).toEqual(['Leave this page? What you typed here has not been saved.'])
  await page.waitForURL('**/editor/links')
  expect(await field.inputValue()).toBe('/old-page.html')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.evaluate(() => window.history.back())
  await focused(page, 'Facts to confirm')
  await page.goForward()
  await focused(page, 'Links')
  expect(await field.inputValue()).toBe('')
})

test('what does not arrive leaves the page there, and what does not fit opens a new document', async ({
  office,
  openSignedIn,
}) => {
  const person = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, person, { viewport: laptop, expected: brokenOnPurpose })
  await page.goto('/editor/facts')
  await hydrated(page)
  await mark(page)

  const cut = '**/editor/links.data*'
  await page.route(cut, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await inRail(page, 'Links')
  await page.getByRole('alert').getByText('The site could not answer.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Facts to confirm' }).waitFor()
  expect(await page.locator('main').getAttribute('aria-busy')).toBeNull()
  await page.unroute(cut)
  await inRail(page, 'Links')
  await focused(page, 'Links')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  expect(await isMarked(page)).toBe(true)

  // After an upgrade: a script is gone, or the data belongs to another build.
  await page.route('**/assets/visits-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await inRail(page, 'Visits')
  await page.waitForURL('**/editor/visits')
  await expect.poll(() => isMarked(page)).toBe(false)
  await page.unroute('**/assets/visits-*.js')
  await page.goto('/editor/facts')
  await hydrated(page)
  await mark(page)
  // oxlint-disable-next-line no-underscore-dangle -- The router's own name.
  await page.evaluate(() => Object.assign(window.__reactRouterManifest, { version: 'of-yesterday' }))
  await inRail(page, 'Links')
  await page.waitForURL('**/editor/links')
  await expect.poll(() => isMarked(page)).toBe(false)

  // The session ended in another tab.
  await hydrated(page)
  await mark(page)
  await page.context().clearCookies()
  await inRail(page, 'Facts to confirm')
  await page.waitForURL('**/admin/admin-editor-login?next=*')
  await page.getByLabel('Password').first().waitFor()
  expect(await isMarked(page)).toBe(false)
})

/** A new document does not have the mark. */
async function mark(page: Page) {
  await page.evaluate(() => Object.assign(window, { marked: true }))
}

function isMarked(page: Page) {
  return page.evaluate(() => 'marked' in window)
}

function scrolled(page: Page) {
  return page.evaluate(() => window.scrollY)
}

async function inRail(page: Page, name: string) {
  const rail = page.getByRole('navigation', { name: 'Staff areas' })
  const link = rail.getByRole('link', { name, exact: true })
  if (!(await link.isVisible()))
    await rail.locator('details', { has: link }).last().locator('summary').click()
  await link.click()
}

/** Where a screen reader begins to read. */
async function focused(page: Page, title: string) {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title)
}
