import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, tablet, test } from '#test/e2e/harness/harness.ts'
import { desktopOnly, entries, groups } from '#test/e2e/harness/menu-table.ts'

const expectedGroups = Object.fromEntries(
  Object.entries(groups).map(([name, addresses]) => [
    name,
    addresses.filter((address) => address !== desktopOnly),
  ]),
)

test.for([phone, tablet])(
  'at $width px the header has a hamburger in place of the menu',
  async (viewport, { openPage }) => {
    const page = await openPage({ viewport })
    await page.goto('/')

    expect(await page.locator('[data-menu]').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(true)
    expect(await page.locator('#side-menu').isVisible()).toBe(false)
  },
)

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? '' : ', with scripts off too'
  const visitor = { viewport: phone, javaScriptEnabled }

  test(`the side menu has six collapsible groups and all entries except one award${how}`, async ({
    openPage,
  }) => {
    const page = await openPage(visitor)
    await page.goto('/gallery')
    const menu = await openMenu(page)

    const found: Record<string, string[]> = {}
    for (const group of await menu.locator('nav > ul > li > details').all()) {
      const name = (await group.locator('summary').first().textContent())!
      expect(await group.locator('a').first().isVisible(), `${name} is closed`).toBe(false)
      await group.locator('summary').first().click()
      for (const nested of await group.locator('details > summary').all()) await nested.click()
      for (const link of await group.locator('a').all()) expect(await link.isVisible()).toBe(true)
      found[name] = await group
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
      await group.locator('summary').first().click()
    }
    const flat = menu.locator('nav > ul > li > a')

    expect(found).toEqual(expectedGroups)
    expect(await flat.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(entries)
    expect(await menu.locator(`a[href="${desktopOnly}"]`).count()).toBe(0)
  })

  test(`the current page is highlighted in the side menu and its group is open${how}`, async ({
    openPage,
  }) => {
    const page = await openPage(visitor)
    await page.goto('/conferences/other-iaps-conference/national')
    const menu = await openMenu(page)
    const current = menu.locator('[aria-current="page"]')

    expect(await current.textContent()).toBe('National')
    expect(await current.isVisible()).toBe(true)
    expect(await menu.locator('nav > ul > li > details[open] > summary').allTextContents()).toEqual([
      'Conferences',
    ])
    const other = menu.getByRole('link', { name: 'International', exact: true })
    expect(await colourOf(current)).not.toBe(await colourOf(other))
  })

  test(`the side menu is modal: the page behind it is out of reach${how}`, async ({ openPage }) => {
    const page = await openPage(visitor)
    await page.goto('/iaps')
    const menu = await openMenu(page)
    expect(await menu.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)

    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      expect(await focusIsIn(page)).toMatch(/^(menu|nowhere)$/)
    }
    await page.evaluate(() => document.querySelector<HTMLElement>('main a')!.focus())
    expect(await focusIsIn(page)).not.toBe('page')
    const scroll = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    expect(scroll).toBe('hidden')
  })

  test(`the side menu closes by Escape, by its button and by the backdrop${how}`, async ({ openPage }) => {
    const page = await openPage(visitor)
    await page.goto('/iaps')
    const hamburger = page.getByRole('button', { name: 'Menu', exact: true })

    const menu = await openMenu(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await hamburger.evaluate((button) => button === document.activeElement)).toBe(true)

    await openMenu(page)
    await menu.getByRole('button', { name: 'Close the menu' }).click()
    await menu.waitFor({ state: 'hidden' })

    await openMenu(page)
    await page.mouse.click(12, 400)
    await menu.waitFor({ state: 'hidden' })
  })

  test(`a link of the side menu leads to its page, where the menu is closed${how}`, async ({ openPage }) => {
    const page = await openPage(visitor)
    await page.goto('/iaps')
    const menu = await openMenu(page)
    await menu.locator('summary', { hasText: 'Activities' }).click()
    await menu.getByRole('link', { name: 'Online Lectures' }).click()
    await page.waitForURL('**/activities/online-lectures')

    expect(await menu.isVisible()).toBe(false)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Online Lectures')
  })
}

test('the side menu closes when the window grows wide enough for the whole menu', async ({ openPage }) => {
  const page = await openPage({ viewport: tablet })
  await page.goto('/iaps')
  const menu = await openMenu(page)
  await page.setViewportSize({ width: 1200, height: 800 })

  await menu.waitFor({ state: 'hidden' })
})

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.locator('#side-menu')
  await menu.waitFor({ state: 'visible' })
  return menu
}

function focusIsIn(page: Page) {
  return page.evaluate(() => {
    const { activeElement: at } = document
    if (!at || at === document.body || at === document.documentElement) return 'nowhere'
    return at.closest('#side-menu') ? 'menu' : 'page'
  })
}

function colourOf(link: ReturnType<Page['locator']>) {
  return link.evaluate((element) => getComputedStyle(element).color)
}
