import { expect } from 'vitest'
import { hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** The error page when the browser renders it, under the same policy as every page. */

test(
  'an editor who signs in on the way to a page for administrators reads why it is closed',
  onlyInFull,
  async ({ office, openSignedOut }) => {
    const editor = await makePerson(office, { role: 'editor' })
    const page = await openSignedOut(office, { expected: refusals })
    await page.goto('/admin/admin-editor-login?next=/admin/settings')
    await page.getByLabel('Email').first().fill(editor.email)
    await page.getByLabel('Password').first().fill(editor.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('Only administrators can open this page.')
    await page.getByRole('link', { name: 'Go to the Editor Dashboard' }).click()
    await page.waitForURL('**/editor/dashboard')
  },
)

test('a page that fails while rendering shows the error page, in the chosen theme', async ({
  office,
  openSignedIn,
}) => {
  const admin = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, admin, { expected: /properties of undefined/ })
  await page.goto('/editor/links')
  await hydrated(page)
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  // The answer is complete except for one name, so that the page does not find what it renders.
  await page.route('**/editor/links.data*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"broken"', '"unknown"') })
  })
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'name' })))
  await page.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await page.locator('html').getAttribute('data-js')).toBe('')
})
