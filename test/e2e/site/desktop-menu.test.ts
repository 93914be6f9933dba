import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { narrowest, test, wide } from '#test/e2e/harness/harness.ts'
import { entries, groups } from '#test/e2e/harness/menu-table.ts'

test.for([narrowest, wide])(
  'at $width px every entry of the menu can be reached',
  async (viewport, { openPage }) => {
    const page = await openPage({ viewport })
    await page.goto('/contact-us')
    const menu = page.getByRole('navigation', { name: 'Main' })

    const found: Record<string, string[]> = {}
    for (const [group, addresses] of Object.entries(groups)) {
      await menu.locator('summary', { hasText: group }).first().click()
      const list = menu.locator('details[open] > ul').first()
      for (const nested of await list.locator('summary').all()) {
        await nested.click()
        await expectInside(page, nested.locator('xpath=following-sibling::ul'))
      }
      await expectInside(page, list)
      found[group] = await addressesOf(list)
      expect(found[group], group).toEqual(addresses)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }

    const flat = await menu.locator(':scope > ul > li > a').all()
    for (const link of flat) await expectInside(page, link)
    expect(await Promise.all(flat.map((link) => link.getAttribute('href')))).toEqual(entries)
  },
)

test('the nomination forms and the other conferences are in submenus', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const nested = await menu.locator('details details > summary').allTextContents()

  expect(nested).toEqual(['Nomination Forms', 'Other IAPS Conference'])
  await menu.getByText('Conferences', { exact: true }).click()
  const national = menu.getByRole('link', { name: 'National', exact: true })
  expect(await national.isVisible()).toBe(false)
  await menu.getByText('Other IAPS Conference').click()
  await national.click()
  await page.waitForURL('**/conferences/other-iaps-conference/national')
})

test('the journal is marked as a link to another site', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const journal = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Journal/ })

  expect(await journal.textContent()).toContain('(another site)')
  expect(await journal.getAttribute('href')).toMatch(/^https:\/\//)
  expect(await journal.getAttribute('rel')).toContain('noopener')
  expect(await journal.locator('svg').isVisible()).toBe(true)
})

test('a group opens by a click and closes by the next, or by one elsewhere', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const awards = group(page, 'Awards')

  await awards.locator('summary').click()
  expect(await isOpen(awards)).toBe(true)
  await page.waitForTimeout(400)
  expect(await isOpen(awards)).toBe(true)
  await awards.locator('summary').click()
  expect(await isOpen(awards)).toBe(false)

  await awards.locator('summary').click()
  await group(page, 'Activities').locator('summary').click()
  expect([await isOpen(awards), await isOpen(group(page, 'Activities'))]).toEqual([false, true])
  await page.locator('h1').click()
  expect(await isOpen(group(page, 'Activities'))).toBe(false)
})

test('a group opens on hover and closes when the pointer leaves', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const awards = group(page, 'Awards')

  await awards.locator('summary').hover()
  await expect.poll(() => isOpen(awards)).toBe(true)
  await awards.getByRole('link', { name: 'Young Scientist Award' }).hover()
  await page.waitForTimeout(400)
  expect(await isOpen(awards)).toBe(true)
  await page.mouse.move(700, 800)
  await expect.poll(() => isOpen(awards)).toBe(false)
})

test('a pointer that only passes over the menu opens nothing', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')

  await page.mouse.move(200, 80)
  await page.mouse.move(900, 84, { steps: 6 })
  await page.mouse.move(900, 500)
  await page.waitForTimeout(400)

  expect(await page.locator('[data-menu] details[open]').count()).toBe(0)
})

test('Escape closes one level after the other and returns the focus', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const conferences = group(page, 'Conferences')
  const other = conferences.locator('details')

  await conferences.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await other.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('International')

  await page.keyboard.press('Escape')
  expect([await isOpen(other), await isOpen(conferences), await focused(page)]).toEqual([
    false,
    true,
    'Other IAPS Conference',
  ])
  await page.keyboard.press('Escape')
  expect([await isOpen(conferences), await focused(page)]).toEqual([false, 'Conferences'])
})

test('arrow keys walk through the menu', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).focus()

  const walk = []
  for (const key of [
    'Right',
    'Down',
    'Down',
    'Up',
    'Up',
    'Left',
    'Right',
    'Right',
    'Down',
    'Up',
    'Right',
    'Down',
  ]) {
    await page.keyboard.press(`Arrow${key}`)
    walk.push(await focused(page))
  }

  expect(walk).toEqual([
    'About',
    'IAPS',
    'Aims & Objective of IAPS',
    'IAPS',
    'Executive Council',
    'About',
    'Journal',
    'Fellowship',
    'Fellowship',
    'Nomination Forms',
    'Fellow Nomination Form',
    'Associate Fellow Nomination Form',
  ])
})

test('leaving a group with the Tab key closes it', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  const about = group(page, 'About')
  await about.locator('summary').click()
  await about.getByRole('link').last().focus()
  await page.keyboard.press('Tab')

  expect(await isOpen(about)).toBe(false)
  expect(await focused(page)).toBe('Journal')
})

const positions = [
  ['/iaps/constitution', 'About', 'Constitution'],
  ['/conferences/other-iaps-conference/national', 'Conferences', 'National'],
  ['/awards/young-scientist-award', 'Awards', 'Young Scientist Award'],
] as const

test.for(positions)(
  '%s is marked in the menu, and so is its group',
  async ([address, name, label], { openPage }) => {
    const page = await openPage()
    await page.goto(address)
    const menu = page.getByRole('navigation', { name: 'Main' })

    expect(await menu.locator('[aria-current="page"]').allTextContents()).toEqual([label])
    expect(
      await menu.locator(':scope > ul > li > details > summary[aria-current="true"]').allTextContents(),
    ).toEqual([name])
  },
)

const deeper = [
  ['/conferences/coniaps-30-2024', 'Conferences'],
  ['/activities/sample-science-day', 'Activities'],
  ['/awards', 'Awards'],
] as const

test.for(deeper)(
  '%s, which has no entry of its own, belongs to the group %s',
  async ([address, name], { openPage }) => {
    const page = await openPage()
    await page.goto(address)
    const menu = page.getByRole('navigation', { name: 'Main' })

    expect(
      await menu.locator(':scope > ul > li > details > summary[aria-current="true"]').allTextContents(),
    ).toEqual([name])
  },
)

function group(page: Page, name: string) {
  return page
    .locator('[data-menu] > ul > li > details')
    .filter({ has: page.locator(`> summary:text-is("${name}")`) })
}

function isOpen(details: Locator) {
  return details.evaluate((element) => (element as HTMLDetailsElement).open)
}

function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent?.replace(/\s*\(another site\)/, '').trim())
}

function addressesOf(list: Locator) {
  return list.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
}

async function expectInside(page: Page, part: Locator) {
  const box = (await part.boundingBox())!
  const { width, height } = page.viewportSize()!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
}
