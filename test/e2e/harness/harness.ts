import { buffer } from 'node:stream/consumers'
import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core'
import { expect, inject, test as base } from 'vitest'
import { launchChromium } from '#test/harness/chromium.ts'
import { policyFaults } from '#test/harness/content-policy.ts'
import { fewOfEach } from '#test/models/pages-alike.ts'

export const site = inject('site')

/** Every reachable page, a few of those that are many and similar, and some search results. */
export const addresses = inject('addresses')

export function someOfEach(most: number): string[] {
  return fewOfEach(addresses, most)
}

/** For requests outside a page: the server may close an idle connection just as it is used again. */
export const again = { maxRetries: 3 }

export const wide = { width: 1440, height: 900 }
export const narrowest = { width: 1024, height: 768 }
export const tablet = { width: 768, height: 1024 }
export const phone = { width: 360, height: 740 }

type Visitor = BrowserContextOptions & {
  /** Errors that the test causes on purpose, such as that of an address that does not exist. */
  expected?: RegExp
}

/** A new visitor with a new page, at no address yet. */
export type OpenPage = (visitor?: Visitor) => Promise<Page>

/**
 * One browser for each worker, a separate visitor for each test. Any browser error, on the console or while loading, fails
 * the test; so does any request to another origin.
 */
export const test = base.extend<{ browser: Browser; openPage: OpenPage }>({
  browser: [
    async ({}, use) => {
      const browser = await launchChromium(inject('chromium'))
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  openPage: async ({ browser }, use) => {
    const { openPage, closePages, browserErrors } = openBrowserPages(browser)
    await use(openPage)
    await closePages()
    expect(browserErrors).toEqual([])
  },
})

/** Opens visitors and records the errors of their browser. For tests that share their visitors. */
export function openBrowserPages(browser: Browser) {
  const browserErrors: string[] = []
  const contexts: BrowserContext[] = []
  const openPage: OpenPage = async ({ expected, ...visitor } = {}) => {
    const context = await browser.newContext({ baseURL: site, viewport: wide, ...visitor })
    contexts.push(context)
    const add = (browserError: string) => expected?.test(browserError) || browserErrors.push(browserError)
    watch(context, add, visitor)
    await watchPolicy(context, add)
    return context.newPage()
  }
  const closePages = () => Promise.all(contexts.map((context) => context.close()))
  return { openPage, closePages, browserErrors }
}

/** The side menu's button says how to open it in two ways, the older one for browsers without commands. */
const bothWays = 'popovertarget is ignored on elements with commandfor.'

function watch(
  context: BrowserContext,
  add: (browserError: string) => void,
  { javaScriptEnabled: scripts = true, baseURL = site }: Visitor,
) {
  context.on('console', (message) => {
    const isBrowserError = message.type() === 'error' || message.type() === 'warning'
    if (isBrowserError && message.text() !== bothWays)
      add(`${message.page()?.url()} console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => add(`${error.page()?.url()} threw: ${error.error().message}`))
  context.on('request', (request) => {
    const local = request.url().startsWith(`${baseURL}/`) || request.url().startsWith('data:')
    if (!local) add(`${request.frame().url()} asks another origin: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Aborted is what the visitor leaves behind by going to the next page; csp is reported for scripts that are off.
    if (reason !== 'net::ERR_ABORTED' && (scripts || reason !== 'csp'))
      add(`${request.url()} failed: ${reason}`)
  })
}

/** Every page has a strict policy and never violates it, even if the console is silent. */
async function watchPolicy(context: BrowserContext, add: (browserError: string) => void) {
  context.on('response', (response) => {
    const request = response.request()
    const isPage = (response.headers()['content-type'] ?? '').startsWith('text/html')
    if (!isPage || request.resourceType() !== 'document') return
    const policy = response.headers()['content-security-policy'] ?? ''
    for (const fault of policyFaults(policy, new URL(response.url()).pathname))
      add(`${response.url()} has a weak policy: ${fault}`)
  })
  await context.exposeBinding('reportViolation', ({ page }, what: string) => {
    add(`${page.url()} breaks its policy: ${what}`)
  })
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation: (what: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
}

/** Does the work for every item, a few at a time, each with one page of the browser. */
export async function inParallel<Item>(
  items: Item[],
  pages: Page[],
  work: (page: Page, item: Item) => Promise<void>,
) {
  const waiting = [...items]
  const worker = async (page: Page) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(page, item)
  }
  await Promise.all(pages.map(worker))
}

/** Call before the page is opened; the returned function tells how much its parts have moved so far. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const window = globalThis as unknown as { shift: number }
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
}

/** What was downloaded; the browser stores the file where this process cannot open it. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}
