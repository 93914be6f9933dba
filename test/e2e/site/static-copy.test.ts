import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { firstOrAll } from '#test/harness/scale.ts'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openPromise } from 'yauzl'
import { makeStaticCopy } from '#features/site-copy/static.server.ts'
import { site, test } from '#test/e2e/harness/harness.ts'

/** The public pages exported to a folder, read with the network off. */

const work = mkdtempSync(join(tmpdir(), 'static-copy-'))
const folder = join(work, 'site')

beforeAll(async () => {
  const zip = join(work, 'site.zip')
  await makeStaticCopy((path) => fetch(site + path, { redirect: 'manual' }), site, zip)
  await unpack(zip)
}, 120_000)

afterAll(() => rmSync(work, { recursive: true }))

const started = [
  'index.html',
  'fellowship/fellows/index.html',
  'fellowship/fellows/page-2/index.html',
  'gallery/index.html',
  'iaps/constitution/index.html',
  'search/index.html',
]

test.for(firstOrAll([false, true]))(
  'the pages open from a folder, scripts %s',
  async (javaScriptEnabled, { browser }) => {
    const context = await browser.newContext({ javaScriptEnabled, offline: true })
    const failed: string[] = []
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      // Aborted is what is still loading, such as the icon, when the next page is opened; missing has another name.
      if (reason !== 'net::ERR_ABORTED') failed.push(`${request.url()} ${reason}`)
    })
    context.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
    const page = await context.newPage()
    for (const name of started) {
      await page.goto(pathToFileURL(join(folder, name)).href)
      expect(await page.locator('h1').first().textContent()).not.toBe('')
      await seeEveryPicture(page)
      expect(await page.locator('form, script').count()).toBe(0)
    }
    expect(await page.evaluate(() => document.fonts.size)).toBeGreaterThan(0)
    expect(failed).toEqual([])
    await context.close()
  },
)

test('links lead from page to page, and to the site itself if a page is not copied', async ({ browser }) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await page.locator('footer').getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL(/privacy\/index\.html$/)
  await page.goto(pathToFileURL(join(folder, 'gallery/index.html')).href)
  await page.locator('main a[href$="index.html"]').last().click()
  await page.waitForURL(/gallery\/[^/]+\/index\.html$/)
  expect(await page.locator('main img').count()).toBeGreaterThan(0)

  const login = page.locator('a', { hasText: 'Login' }).first()
  expect(await login.getAttribute('href')).toBe(`${site}/admin/admin-editor-login`)
  await context.close()
})

test('no page names a file that the copy does not have', () => {
  const waiting = ['index.html']
  const seen = new Set(waiting)
  for (const name of waiting) {
    if (!name.endsWith('.html')) continue
    for (const next of namesIn(name)) {
      expect(existsSync(join(folder, next)), `${name} names ${next}`).toBe(true)
      if (!seen.has(next)) waiting.push(next)
      seen.add(next)
    }
  }
  expect(waiting.filter((name) => name.endsWith('.html')).length).toBeGreaterThan(100)
})

function namesIn(name: string): string[] {
  const html = readFileSync(join(folder, name), 'utf8')
  const hrefs = [...html.matchAll(/\s(?:href|src)="([^"#]+)/g)].map(([, href]) => href ?? '')
  const local = hrefs.filter((href) => !/^[a-z]+:/i.test(href))
  const base = pathToFileURL(join(folder, name))
  return local.map((href) => relative(folder, fileURLToPath(new URL(href, base))))
}

/** Pictures further down load when they come near. */
async function seeEveryPicture(page: Page) {
  for (const picture of await page.locator('img:visible').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeTruthy()
  }
}

async function unpack(path: string) {
  const zip = await openPromise(path, { autoClose: false })
  for await (const entry of zip.eachEntry()) {
    const to = join(folder, entry.fileName)
    mkdirSync(dirname(to), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to))
  }
  zip.close()
}
