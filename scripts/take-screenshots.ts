/**
 * Takes the pictures of the README from a fresh copy of the site, as it is built:
 *   npm run build && node scripts/take-screenshots.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { officeZone } from '#office-time.ts'
import { launchChromium } from '#test/harness/chromium.ts'
import { startSite } from '#test/e2e/harness/running-site.ts'

const pictures = [
  { name: 'home', address: '/', height: 1180 },
  { name: 'conference', address: '/conferences/sample-light-and-matter-2027', height: 1180 },
]
const folder = 'docs/pictures'
const maxBytes = 300_000

mkdirSync(folder, { recursive: true })
const site = await startSite()
const browser = await launchChromium()
try {
  for (const { name, address, height } of pictures) {
    const context = await browser.newContext({
      viewport: { width: 1440, height },
      colorScheme: 'light',
      timezoneId: officeZone,
    })
    const page = await context.newPage()
    await page.goto(site.address + address, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    const png = await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toBuffer()
    if (png.length > maxBytes) throw new Error(`${name}.png would have ${png.length} bytes`)
    writeFileSync(`${folder}/${name}.png`, png)
    console.log(`${folder}/${name}.png ${png.length} bytes`)
    await context.close()
  }
} finally {
  await browser.close()
  await site.stop()
}
