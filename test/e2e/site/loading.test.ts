import { expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { test } from '#test/e2e/harness/harness.ts'

/** What happens in the browser while a reading page loads. */

interface TraceEvent {
  name: string
  args?: { beginData?: { stackTrace?: unknown[] } }
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack']

test.for(['/', '/iaps/constitution', '/calendar', '/gallery'])(
  'no script of %s makes the browser lay out the page before it is there',
  async (path, { browser, openPage }) => {
    expect(await countForcedLayouts(browser, await openPage(), path)).toBe(0)
  },
)

test('a script that does so is found', async ({ browser, openPage }) => {
  const page = await openPage()
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.append('more')
      document.body.dataset['height'] = String(document.body.offsetHeight)
    })
  })

  expect(await countForcedLayouts(browser, page, '/iaps')).toBe(1)
})

/** A page of the site comes first: a process that the browser starts for the site reports only after a while. */
async function countForcedLayouts(browser: Browser, page: Page, path: string): Promise<number> {
  await page.goto('/robots.txt')
  await browser.startTracing(page, { categories })
  await page.goto(path, { waitUntil: 'networkidle' })
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const layouts = traceEvents.filter(({ name }) => name === 'Layout')
  expect(layouts.length).toBeGreaterThan(0)
  return layouts.filter(({ args }) => args?.beginData?.stackTrace).length
}
