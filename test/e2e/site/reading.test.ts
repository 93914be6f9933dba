import { expect } from 'vitest'
import { bytesOf, test } from '#test/e2e/harness/harness.ts'
import { shownTo } from '#test/e2e/harness/visitor-time.ts'

const lecture = '/activities/sample-online-lecture-order-without-repetition'

test('a lecture shows its time in India, and elsewhere also the visitor’s own', async ({ openPage }) => {
  for (const timezoneId of ['America/St_Johns', 'Pacific/Kiritimati']) {
    const there = await openPage({ timezoneId })
    await there.goto(lecture)
    const moment = there.locator('main time[data-moment]').first()
    const at = new Date((await moment.getAttribute('datetime'))!)

    expect(await moment.textContent()).toBe(shownTo(timezoneId, at))
  }

  const here = await openPage({ timezoneId: 'Asia/Kolkata' })
  await here.goto(lecture)
  const own = await here.locator('main time[data-moment]').first().textContent()
  expect(own).toMatch(/IST$/)
})

test('the printed constitution has the text, and no navigation', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/iaps/constitution')
  await page.emulateMedia({ media: 'print' })

  for (const part of await page.locator('nav, [data-theme-toggle], [data-open-side-menu]').all()) {
    expect(await part.isVisible()).toBe(false)
  }
  const bar = page.locator('header[data-bar]')
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).not.toBe('fixed')
  expect(await page.getByRole('heading', { name: /Composition/ }).isVisible()).toBe(true)
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement)
    return [backgroundColor, color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
})

test('a list of people can be printed whole, as a table whose rows are not divided', async ({ openPage }) => {
  // As wide as the text on a sheet of A4.
  const page = await openPage({ viewport: { width: 658, height: 900 } })
  await page.goto('/fellowship/fellows')
  const [, total] = /of (\d+) fellows/.exec((await page.locator('main').textContent()) ?? '') ?? []
  const note = page.getByText('The website shows all fellows on one page')
  expect(await note.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await note.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Show all on one page, to print' }).click()
  await page.getByText(`Showing all ${total} fellows.`).waitFor()
  await page.emulateMedia({ media: 'print' })

  const rows = page.locator('main tbody tr')
  expect(await rows.count()).toBe(Number(total))
  const styleOf = (selector: string, name: 'display' | 'breakInside') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], name)
  expect(await styleOf('main thead', 'display')).toBe('table-header-group')
  expect(await styleOf('main tbody tr', 'display')).toBe('table-row')
  expect(await styleOf('main tbody tr', 'breakInside')).toBe('avoid')
  expect(await page.getByText('Back to the list with filters').isVisible()).toBe(false)
  expect(await page.getByText(`Showing all ${total} fellows.`).isVisible()).toBe(true)
})

test('a short table stays on one sheet', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/iaps/executive-council')
  await page.emulateMedia({ media: 'print' })

  const table = page.locator('main table').first()
  expect(await table.locator('tbody tr').count()).toBeLessThan(21)
  expect(await table.evaluate((element) => getComputedStyle(element).breakInside)).toBe('avoid')
})

test('the link to a newsletter opens the document; a browser without a viewer saves it', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/newsletter')
  const link = page.getByRole('link', { name: /^Read the issue \(PDF/ }).first()
  expect(await link.getAttribute('download')).toBeNull()
  const saved = page.waitForEvent('download')
  await link.click()

  const bytes = await bytesOf(await saved)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a dark page is printed on white', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'dark' })
  await page.goto('/iaps/constitution')
  await page.locator('[data-theme-toggle]').click()
  await page.locator('[data-theme-toggle]').click()
  await page.emulateMedia({ media: 'print' })

  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(colour).toBe('rgb(255, 255, 255)')
})

test('the skip link is the first stop of the Tab key and skips the header', async ({ openPage }) => {
  const page = await openPage({ reducedMotion: 'reduce' })
  await page.goto('/iaps/constitution')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')

  expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)
})

test('the list of contents leads to its clause, clear of the header', async ({ openPage }) => {
  const page = await openPage({ reducedMotion: 'reduce' })
  await page.goto('/iaps/constitution')
  const entry = page.locator('[data-contents] a').nth(4)
  const id = (await entry.getAttribute('href'))!.slice(1)
  await entry.click()

  const target = (await page.locator(`[id="${id}"]`).boundingBox())!
  expect(target.y).toBeGreaterThanOrEqual(60)
  expect(target.y).toBeLessThan(200)
})
