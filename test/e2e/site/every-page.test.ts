import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFull, isTaken } from '#test/harness/scale.ts'
import { axeFaults, axeFaultsInSweep, layoutFaults } from '#test/e2e/harness/faults.ts'
import {
  inParallel,
  phone,
  someOfEach,
  tablet,
  test,
  watchShifts,
  wide,
  type OpenPage,
} from '#test/e2e/harness/harness.ts'

/** A tenth of what counts as good. */
const maxShift = 0.01
const sweepLimitMs = 480_000

/**
 * The full run takes every page, with axe in both themes on each screen. The short one takes two pages of each route, and
 * of one of them axe on the wide screen, in the dark theme on every third.
 */
const withAxe = someOfEach(1)

test(
  'no page that this run takes of a route has faults on any screen, and axe finds nothing on those that it checks',
  { timeout: sweepLimitMs },
  async ({ openPage }) => {
    const look = async (page: Page, address: string) => {
      const faults: string[] = []
      for (const [size, viewport] of Object.entries({ phone, tablet })) {
        await page.setViewportSize(viewport)
        const found = [...(await layoutFaults(page)), ...(isFull ? await axeFaults(page) : [])]
        faults.push(...found.map((fault) => `on a ${size} ${fault}`))
      }
      await page.setViewportSize(wide)
      const at = withAxe.indexOf(address)
      if (at >= 0) faults.push(...(await axeFaultsInSweep(page, address === '/' ? 0 : at + 1)))
      return faults
    }
    expect(await sweep(openPage, someOfEach(2), wide, look)).toEqual([])
  },
)

test(
  'on a phone no page that this run takes moves while it loads',
  { timeout: sweepLimitMs },
  async ({ openPage }) => {
    const everySecond = withAxe.filter((_, at) => isTaken(at, 0, 2))
    expect(await sweep(openPage, everySecond, phone, async () => [])).toEqual([])
  },
)

async function sweep(
  openPage: OpenPage,
  addresses: string[],
  viewport: typeof wide,
  look: (page: Page, address: string) => Promise<string[]>,
) {
  const first = await openPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
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
    const shift = await smallestShift(page, shifts.get(page)!)
    const found = [...(await layoutFaults(page)), ...(await look(page, address))]
    if (shift >= maxShift) found.push(`moves by ${shift} while it loads`)
    faults.push(...found.map((fault) => `${address} ${fault}`))
  })
  return faults
}

/**
 * A page that shifts does so every time; on a busy machine any page may, once, when a font arrives a frame too late.
 */
async function smallestShift(page: Page, shiftOf: () => Promise<number>) {
  let least = await shiftOf()
  for (let visit = 0; visit < 2 && least >= maxShift; visit++) {
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
