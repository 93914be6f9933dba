import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { narrowest, phone, tablet, test, watchShifts, wide } from '#test/e2e/harness/harness.ts'

const sizes = [
  { viewport: phone, full: 76, compact: 56 },
  { viewport: tablet, full: 76, compact: 56 },
  { viewport: narrowest, full: 104, compact: 60 },
  { viewport: wide, full: 104, compact: 60 },
]

test.for(sizes)(
  'at $viewport.width px the header is $full px high, $compact px beyond 20 px of scroll, full again under 4 px',
  async ({ viewport, full, compact }, { openPage }) => {
    const page = await openPage({ viewport, reducedMotion: 'reduce' })
    await page.goto('/iaps/constitution')

    const heights = []
    for (const scroll of [0, 20, 21, 400, 5, 4, 3, 0]) heights.push([scroll, await heightAt(page, scroll)])

    expect(heights).toEqual([
      [0, full],
      [20, full],
      [21, compact],
      [400, compact],
      [5, compact],
      [4, compact],
      [3, full],
      [0, full],
    ])
  },
)

test.for([phone, wide])(
  'at $width px the logo is smaller in the compact header',
  async (viewport, { openPage }) => {
    const page = await openPage({ viewport, reducedMotion: 'reduce' })
    await page.goto('/iaps/constitution')
    const logo = page.locator('header[data-bar] a svg').first()

    const before = await logo.boundingBox()
    await heightAt(page, 300)
    const after = await logo.boundingBox()

    expect(after!.width).toBeLessThan(before!.width * 0.9)
    expect(after!.width).toBeGreaterThan(20)
  },
)

test.for([phone, tablet, wide])(
  'at $width px nothing shifts when the header changes',
  async (viewport, { openPage }) => {
    const page = await openPage({ viewport })
    const shiftOf = await watchShifts(page)
    // Late fonts move words; from here on they are loaded.
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    await page.goto('/iaps/constitution')
    const before = await titlePosition(page)

    await scrollTo(page, 60)
    await page.waitForTimeout(300)
    const compact = await titlePosition(page)
    await scrollTo(page, 0)
    await page.waitForTimeout(300)

    expect(compact).toEqual(before)
    expect(await titlePosition(page)).toEqual(before)
    expect(await shiftOf()).toBe(0)
  },
)

test('a page opened further down has the compact header', async ({ openPage }) => {
  const page = await openPage({ reducedMotion: 'reduce' })
  await page.goto('/iaps/constitution')
  const anchor = await page.locator('[data-contents] a').last().getAttribute('href')

  await page.goto(`/iaps/constitution${anchor}`)
  // A page that is reloaded before it has scrolled stays at its top.
  await page.waitForFunction(() => window.scrollY > 0)
  await page.reload()

  // The browser may scroll only after the page has loaded.
  await expect.poll(() => heightOf(page)).toBe(60)
  const heading = await page.locator(`[id="${anchor!.slice(1)}"]`).boundingBox()
  expect(heading!.y).toBeGreaterThanOrEqual(60)
})

async function heightAt(page: Page, scroll: number) {
  await scrollTo(page, scroll)
  return heightOf(page)
}

/** Two frames later the browser has notified the page, and the page has reacted. */
function scrollTo(page: Page, scroll: number) {
  return page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: 'instant' })
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }, scroll)
}

async function heightOf(page: Page) {
  return (await page.locator('header[data-bar]').boundingBox())!.height
}

function titlePosition(page: Page) {
  return page.evaluate(() => {
    const { left, top } = document.querySelector('h1')!.getBoundingClientRect()
    return [left + scrollX, top + scrollY]
  })
}
