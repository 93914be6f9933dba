import { expect } from 'vitest'
import { test } from '#test/e2e/harness/harness.ts'

test('results follow what is typed, and the focus stays in the field', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/search')
  await page.waitForLoadState('networkidle')
  const field = page.getByRole('searchbox')
  await field.click()
  await page.keyboard.type('gold med', { delay: 30 })
  await page.waitForURL('**/search?q=gold+med')

  await page
    .locator('main')
    .getByRole('link', { name: /Academic Gold Medal Award/ })
    .first()
    .waitFor()
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await field.inputValue()).toBe('gold med')

  await page.keyboard.type('al zzzzqqqq', { delay: 20 })
  await page.getByText('No page contains all the words “gold medal zzzzqqqq”.').waitFor()
  expect(await field.inputValue()).toBe('gold medal zzzzqqqq')
  await field.fill('zzzzqqqq')
  await page.getByText('No results for “zzzzqqqq”.').waitFor()
})

test('a search that cannot reach the site says so, keeps the results, and works again', async ({
  openPage,
}) => {
  const page = await openPage({ expected: /ERR_INTERNET_DISCONNECTED/ })
  await page.goto('/search?q=medal')
  const result = page
    .locator('main')
    .getByRole('link', { name: /Academic Gold Medal Award/ })
    .first()
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('constitution')
  await page.getByRole('status').getByText('We could not reach the site.').waitFor()
  expect(await result.isVisible()).toBe(true)

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Search' }).last().click()
  await page.waitForURL('**/search?q=constitution')
  await page.locator('main').getByRole('link', { name: 'Constitution', exact: true }).waitFor()
})

test('the search page carries no library', async ({ openPage }) => {
  const page = await openPage()
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto('/search?q=medal')
  await page.waitForLoadState('networkidle')

  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/page-script-[\w-]+\.js$/)])
})

test('the back button leaves a search in one step', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/iaps')
  await page.goto('/search')
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').pressSequentially('medal', { delay: 250 })
  await page.waitForURL('**/search?q=medal')
  await page.goBack()

  await page.waitForURL('**/iaps')
})

test('results are still there on the way back from a result', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/search?q=constitution')
  await page.locator('main').getByRole('link', { name: 'Constitution', exact: true }).click()
  await page.waitForURL('**/iaps/constitution')
  await page.goBack()
  await page.waitForURL('**/search?q=constitution')

  expect(await page.getByRole('searchbox').inputValue()).toBe('constitution')
  expect(
    await page.locator('main').getByRole('link', { name: 'Constitution', exact: true }).isVisible(),
  ).toBe(true)
})

test('accents and initials may differ', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/search?q=zubairah+fernaoval')

  expect(await page.locator('main h2 a').first().textContent()).toContain('Fernãoval')
})
