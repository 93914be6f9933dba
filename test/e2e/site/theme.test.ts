import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '#test/e2e/harness/harness.ts'

const light = 'rgb(251, 250, 246)'
const dark = 'rgb(15, 18, 23)'

test('the toggle goes from system to light to dark and back', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'dark' })
  await page.goto('/iaps')
  const seen = [await themeOf(page)]
  for (let press = 0; press < 3; press++) {
    await page.locator('[data-theme-toggle]').click()
    seen.push(await themeOf(page))
  }

  expect(seen).toEqual([
    ['Theme: system', dark],
    ['Theme: light', light],
    ['Theme: dark', dark],
    ['Theme: system', dark],
  ])
  expect(await page.locator('[data-theme-status]').textContent()).toBe('Theme: system')
})

test('without a choice the page follows the system immediately', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'light' })
  await page.goto('/')
  expect((await themeOf(page))[1]).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await themeOf(page))[1]).toBe(dark)
})

test.for(['/iaps', '/search'])(
  'on %s the choice is remembered and already there in the first frame',
  async (address, { openPage }) => {
    const page = await openPage({ colorScheme: 'light' })
    await page.goto(address)
    await page.locator('[data-theme-toggle]').click()
    await page.locator('[data-theme-toggle]').click()
    await page.addInitScript(recordFrames)
    await page.reload()

    const frames = await page.evaluate(() => (window as unknown as { frames: string[] }).frames)
    expect(frames.length).toBeGreaterThan(0)
    expect([...new Set(frames)]).toEqual([dark])
    expect(await themeOf(page)).toEqual(['Theme: dark', dark])
  },
)

test('another tab of the site follows the choice', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'light' })
  const other = await page.context().newPage()
  await page.goto('/iaps')
  await other.goto('/gallery')

  await page.locator('[data-theme-toggle]').click()
  await page.locator('[data-theme-toggle]').click()
  await expect.poll(() => themeOf(other)).toEqual(['Theme: dark', dark])
  await page.locator('[data-theme-toggle]').click()
  await expect.poll(() => themeOf(other)).toEqual(['Theme: system', light])
})

test('without scripts there is no toggle, and the page still follows the system', async ({ openPage }) => {
  const page = await openPage({ colorScheme: 'dark', javaScriptEnabled: false })
  await page.goto('/iaps')

  expect(await page.locator('[data-theme-toggle]').isVisible()).toBe(false)
  expect((await themeOf(page))[1]).toBe(dark)
})

async function themeOf(page: Page) {
  const name = await page.locator('[data-theme-toggle]').getAttribute('aria-label')
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  return [name, colour]
}

/** Runs before the page: the background in every frame until everything is loaded. */
function recordFrames() {
  const frames: string[] = []
  Object.assign(window, { frames })
  const look = () => {
    if (document.body) frames.push(getComputedStyle(document.documentElement).backgroundColor)
    if (document.readyState !== 'complete') requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('load', () => frames.push(getComputedStyle(document.documentElement).backgroundColor))
}
