import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, test } from '#test/e2e/harness/harness.ts'
import { onlyInFull } from '#test/harness/scale.ts'

const album = '/gallery/sample-waves-and-sound'

test('a click on a picture opens it on the same page, and the arrow keys lead on', async ({ openPage }) => {
  const page = await openPage()
  await page.goto(album)
  await photos(page).nth(1).click()
  expect(await shown(page)).toMatch(/^2 of \d+$/)
  expect(await page.locator('[data-lightbox-box]').evaluate((box) => box.matches(':modal'))).toBe(true)

  const seen = []
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key)
    seen.push((await shown(page))!.split(' ')[0])
  }

  const count = await photos(page).count()
  expect(seen).toEqual(['3', '2', '1', String(count)])
  expect(page.url()).toMatch(new RegExp(`${album}$`))
})

test('the picture in the lightbox is there, has a description, and fits the window', async ({ openPage }) => {
  for (const viewport of [phone, { width: 1440, height: 900 }, { width: 900, height: 400 }]) {
    const page = await openPage({ viewport })
    await page.goto(album)
    await photos(page).first().click()
    const photo = page.locator('[data-photo]')
    await photo.evaluate((image) => (image as HTMLImageElement).decode())

    const box = (await photo.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width)
    expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
    expect(box.width).toBeGreaterThan(200)
    expect((await photo.getAttribute('alt'))!.length).toBeGreaterThan(10)
  }
})

test('Escape closes the lightbox and returns the focus to the picture shown last', async ({ openPage }) => {
  const page = await openPage()
  await page.goto(album)
  await photos(page).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await page.keyboard.press('Escape')

  await page.locator('[data-lightbox-box]').waitFor({ state: 'hidden' })
  expect(
    await photos(page)
      .nth(1)
      .evaluate((link) => link === document.activeElement),
  ).toBe(true)
})

test('the lightbox closes by its button', async ({ openPage }) => {
  const page = await openPage()
  await page.goto(album)
  const box = page.locator('[data-lightbox-box]')
  await photos(page).first().click()
  await box.getByRole('button', { name: 'Close' }).click()
  await box.waitFor({ state: 'hidden' })
})

test('a swipe goes to the neighbour', onlyInFull, async ({ openPage }) => {
  const page = await openPage({ viewport: phone, hasTouch: true, isMobile: true })
  await page.goto(album)
  await photos(page).first().tap()
  expect(await shown(page)).toMatch(/^1 of/)

  await swipe(page, 280, 80)
  await expect.poll(() => shown(page)).toMatch(/^2 of/)
  await swipe(page, 80, 280)
  await expect.poll(() => shown(page)).toMatch(/^1 of/)
})

test(
  'with a modifier key a click is left to the browser, which opens the picture’s page in a new tab',
  onlyInFull,
  async ({ openPage }) => {
    const page = await openPage()
    await page.goto(album)
    const first = photos(page).first()
    await first.evaluate((link) =>
      addEventListener('click', (event) => {
        const isLeft = event.target instanceof Node && link.contains(event.target) && !event.defaultPrevented
        document.title = isLeft ? 'left to the browser' : 'taken'
        event.preventDefault()
      }),
    )
    await first.click({ modifiers: ['ControlOrMeta'] })

    await expect.poll(() => page.title()).toBe('left to the browser')
    expect(await first.getAttribute('href')).toBe(`${album}/1`)
    expect(await page.locator('[data-lightbox-box]').isVisible()).toBe(false)
  },
)

function photos(page: Page) {
  return page.locator('a[data-lightbox]')
}

function shown(page: Page) {
  return page.locator('[data-count]').textContent()
}

async function swipe(page: Page, from: number, to: number) {
  const touch = await page.context().newCDPSession(page)
  const y = 360
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
  for (let step = 1; step <= 6; step++) {
    const x = from + ((to - from) * step) / 6
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
