import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull } from '#test/harness/scale.ts'
import { axeFaults, axeFaultsInBothThemes, layoutFaults } from '#test/e2e/harness/faults.ts'
import {
  addresses,
  inParallel,
  phone,
  tablet,
  test,
  watchShifts,
  wide,
  type Arrive,
} from '#test/e2e/harness/harness.ts'

/** A tenth of what counts as good. */
const mostShift = 0.01
const sweepLimitMs = 480_000

test(
  'on a wide screen every page has no faults, and axe finds nothing in either theme',
  { timeout: sweepLimitMs },
  async ({ arrive }) => {
    const look = async (page: Page) => {
      const isHome = new URL(page.url()).pathname === '/'
      const faults = await axeFaultsInBothThemes(page, isFull || isHome)
      await page.setViewportSize(tablet)
      const onTablet = [...(await layoutFaults(page)), ...(isFull ? await axeFaults(page) : [])]
      await page.setViewportSize(wide)
      return [...faults, ...onTablet.map((fault) => `on a tablet ${fault}`)]
    }
    expect(await sweep(arrive, wide, look)).toEqual([])
  },
)

test('on a phone every page has no faults', { timeout: sweepLimitMs }, async ({ arrive }) => {
  expect(await sweep(arrive, phone, async (page) => (isFull ? axeFaults(page) : []))).toEqual([])
})

async function sweep(arrive: Arrive, viewport: typeof wide, look: (page: Page) => Promise<string[]>) {
  const first = await arrive({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  const pages = [first, await first.context().newPage(), await first.context().newPage()]
  const shifts = new Map<Page, () => Promise<number>>()
  for (const page of pages) {
    shifts.set(page, await watchShifts(page))
    // Late fonts change line breaks, which is what `swap` means; from here on they are loaded.
    await page.goto('/')
    await delayAnswers(page)
  }

  const faults: string[] = []
  await inParallel(addresses, pages, async (page, address) => {
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    const shift = await leastShift(page, shifts.get(page)!)
    const found = [...(await layoutFaults(page)), ...(await look(page))]
    if (shift >= mostShift) found.push(`moves by ${shift} while it loads`)
    faults.push(...found.map((fault) => `${address} ${fault}`))
  })
  return faults
}

/**
 * A page that shifts does so every time; on a busy machine any page may, once, when a font arrives a frame too late.
 */
async function leastShift(page: Page, shiftOf: () => Promise<number>) {
  let least = await shiftOf()
  for (let visit = 0; visit < 2 && least >= mostShift; visit++) {
    await page.reload()
    await page.evaluate(() => document.fonts.ready)
    least = Math.min(least, await shiftOf())
  }
  return least
}

/** So that pictures come after the text, as they do everywhere except on one machine. */
async function delayAnswers(page: Page) {
  const network = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 60, ...unlimited })
}
