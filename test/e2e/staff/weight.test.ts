import { expect } from 'vitest'
import { pagesOf } from '#test/e2e/harness/hydrated-pages.ts'
import { weigh, type PageWeight } from '#test/e2e/harness/page-weight.ts'
import { refusals, test } from '#test/e2e/harness/staff-office.ts'
import { isFull } from '#test/harness/scale.ts'

/** What browsers load for a page with an empty cache. All pages of one kind have the same files, so some stand for all. */

const staffPage = { requests: 15, kilobytes: 250 }

const taken = ['/admin/dashboard', '/editor/people', '/editor/media']

test(
  'a page of the staff area needs few requests and few kilobytes',
  { timeout: 300_000 },
  async ({ office, openSignedOut }) => {
    const pages = (await pagesOf(office)).filter(
      ({ path }) => /^\/(admin|editor|account)\//.test(path) && (isFull || taken.includes(path)),
    )
    const heavy: (PageWeight & { path: string })[] = []
    for (const { path, open } of pages) {
      const page = await openSignedOut(office, { expected: refusals })
      await open(page)
      // The editor loads where someone writes, after the page is there.
      const weight = await weigh(page, /\/writing-area-|\/working-copy/)
      if (weight.requests > staffPage.requests || weight.kilobytes > staffPage.kilobytes)
        heavy.push({ path, ...weight })
      await page.context().close()
    }
    expect(pages.length).toBeGreaterThanOrEqual(taken.length)
    expect(heavy).toEqual([])
  },
)
