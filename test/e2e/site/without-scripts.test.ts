import { expect } from 'vitest'
import { inParallel, someOfEach, test } from '#test/e2e/harness/harness.ts'

const withoutScripts = { javaScriptEnabled: false }

test('every kind of page can be read with scripts off', { timeout: 240_000 }, async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  const pages = [page, await page.context().newPage(), await page.context().newPage()]
  const unreadable: string[] = []

  await inParallel(someOfEach(1), pages, async (page, address) => {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const title = page.getByRole('heading', { level: 1 })
    const words = (await page.locator('main').innerText()).split(/\s+/).length
    if (!(await title.isVisible()) || words < 15) unreadable.push(`${address} shows ${words} words`)
  })

  expect(unreadable).toEqual([])
})

test('the desktop menu opens and leads on with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByText('Conferences', { exact: true }).click()
  await menu.getByText('Other IAPS Conference').click()
  await menu.getByRole('link', { name: 'National', exact: true }).click()

  await page.waitForURL('**/conferences/other-iaps-conference/national')
})

test('one group of the menu closes the other with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByText('About', { exact: true }).click()
  await menu.getByText('Activities', { exact: true }).click()

  expect(await menu.locator('details[open] > summary').allTextContents()).toEqual(['Activities'])
})

test('a directory can be searched, filtered and paged with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/membership/life-members-or-iaps-associates')
  await page.getByRole('navigation', { name: /pages/ }).getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**?page=2')

  await page.getByLabel('Discipline').selectOption('Physics')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL('**discipline=Physics**')
  const rows = page.locator('main tbody tr')
  expect(await rows.count()).toBeGreaterThan(3)
  for (const row of await rows.allTextContents()) expect(row).toContain('Physics')

  const name = (await rows.first().locator('th').innerText()).split('\n')[0]!.split(' ').at(-2)!
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL('**name=**')
  expect(await rows.count()).toBeGreaterThan(0)
})

test('the archive can be filtered with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/archive')
  const items = page.locator('main h2')
  const all = await items.count()
  await page.getByLabel('Year').selectOption('2014')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL('**year=2014**')

  expect(await items.count()).toBeGreaterThan(0)
  expect(await items.count()).toBeLessThan(all)
})

test('the site can be searched with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/')
  await page.getByRole('searchbox').fill('constitution')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=constitution')
  await page.locator('main').getByRole('link', { name: 'Constitution', exact: true }).click()

  await page.waitForURL('**/iaps/constitution')
})

test('the pictures of an album have their own pages with scripts off', async ({ openPage }) => {
  const page = await openPage(withoutScripts)
  await page.goto('/gallery')
  await page
    .getByRole('link', { name: /Waves and sound/ })
    .first()
    .click()
  await page.waitForURL('**/gallery/sample-waves-and-sound')
  await page.locator('main a:has(img)').first().click()
  await page.waitForURL('**/gallery/sample-waves-and-sound/1')
  expect(await page.locator('main img').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/gallery/sample-waves-and-sound/2')
  await page.getByRole('link', { name: 'Back to the album' }).click()

  await page.waitForURL('**/gallery/sample-waves-and-sound')
})
