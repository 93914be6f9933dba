import { launchChromium } from '#test/harness/chromium.ts'
import { percentile, round } from './numbers.ts'

/** From the click until the text can be edited, in a browser that already has the code. */
export async function openEditingPages(address: string, cookie: string, ids: string[], times: number) {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext()
    const [name = '', ...value] = cookie.split('=')
    await context.addCookies([{ name, value: value.join('='), url: address }])
    const page = await context.newPage()
    const taken: number[] = []
    for (let time = 0; time <= times; time++) {
      const started = performance.now()
      await page.goto(`${address}/editor/entries/${ids[time % ids.length]}`, { waitUntil: 'commit' })
      await page.locator('[contenteditable="true"]').first().waitFor()
      if (time > 0) taken.push(performance.now() - started)
    }
    return { p50: round(percentile(taken, 0.5)), p95: round(percentile(taken, 0.95)) }
  } finally {
    await browser.close()
  }
}
