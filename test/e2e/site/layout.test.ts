import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { narrowest, test, wide } from '#test/e2e/harness/harness.ts'

/** Where things are on a page, as the browser lays it out. */

test('the timeline of the history zooms by keyboard and without scripts, and only the strip scrolls', async ({
  openPage,
}) => {
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto('/iaps/history')
  const strip = page.getByRole('region', { name: 'Timeline' })
  const widthOfStrip = async () => (await boxOf(strip.locator('> svg'))).width
  const countYears = () =>
    strip
      .locator('text')
      .evaluateAll((years) => years.filter((year) => year.getClientRects().length > 0).length)
  const [allYears, everyFifth] = [await widthOfStrip(), await countYears()]

  await page.getByRole('radio', { name: 'All years' }).focus()
  await page.keyboard.press('ArrowRight')
  expect((await widthOfStrip()) / allYears).toBeCloseTo(3)
  expect(await countYears()).toBeGreaterThan(3 * everyFifth)

  await page.getByRole('radio', { name: 'A few years' }).check()
  expect((await widthOfStrip()) / allYears).toBeCloseTo(8)
  expect((await boxOf(strip)).width).toBeCloseTo(allYears)
})

test('on the narrowest screen with the whole menu, each group has an arrow', async ({ openPage }) => {
  const page = await openPage({ viewport: narrowest })
  await page.goto('/')
  const arrows = await page.locator('[data-menu] > ul > li > details > summary').evaluateAll((groups) =>
    groups.map((group) => {
      const { width, display, opacity } = getComputedStyle(group, '::after')
      return display !== 'none' && opacity !== '0' && Number.parseFloat(width) > 3
    }),
  )
  expect(arrows).toEqual(Array(6).fill(true))
})

test('on a wide screen the pages of the section and of the page are listed together, beside the text', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: wide })
  await page.goto('/iaps/constitution')
  const section = await boxOf(page.getByRole('navigation', { name: 'About' }))
  const contents = await boxOf(page.getByRole('navigation', { name: 'On this page' }))
  const text = await boxOf(page.getByRole('heading', { level: 2, name: /^1/ }))

  expect(contents.x).toBe(section.x)
  expect(contents.y).toBeGreaterThan(section.y + section.height)
  expect(text.x).toBeGreaterThan(section.x + section.width)
})

test('without such a list the text begins at the left edge', async ({ openPage }) => {
  const page = await openPage({ viewport: wide })
  for (const address of ['/contact-us', '/newsletter', '/archive']) {
    await page.goto(address)
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    const below = await boxOf(page.locator('main > header + *'))
    expect(below.x, address).toBeCloseTo(title.x)
  }
})

test('the facts, talks and people of a conference end at one edge, and talks are larger than speakers', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: wide })
  await page.goto('/conferences/sample-light-and-matter-2027')
  const lists = page.locator('main :is(dl, section > ol)')
  const edges = await lists.evaluateAll((all) =>
    all.map((list) => Math.round(list.getBoundingClientRect().right)),
  )
  expect(edges.length).toBeGreaterThan(3)
  expect(new Set(edges).size).toBe(1)

  const talk = page.locator('#talk-1')
  const sizeOf = (part: Locator) =>
    part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await sizeOf(talk.getByRole('heading'))).toBeGreaterThan(await sizeOf(talk.locator('h3 + p')))
})

test.for([320, 360, 768, 1440])(
  'at %i px no label of the spectrum on the home page is cut or touches a line',
  async (width, { openPage }) => {
    const page = await openPage({ viewport: { width, height: 700 } })
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    const plate = page.getByRole('img', { name: /spectrum of hydrogen/ })
    const boxesOf = (parts: string) =>
      plate.locator(parts).evaluateAll((all) => {
        const shown = all.filter((part) => part.getClientRects().length > 0)
        return shown.map((part) => {
          const { left, right } = part.getBoundingClientRect()
          return { left, right }
        })
      })
    const labels = await boxesOf('svg svg text')
    const lines = await boxesOf('svg svg > line')

    expect(labels.length).toBeGreaterThan(3)
    for (const { left, right } of labels) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(lines.filter((line) => line.left < right && line.right > left)).toEqual([])
    }
  },
)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('An element is not shown.')
  return box
}
