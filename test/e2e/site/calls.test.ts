import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { openCalls } from '#test/makers/cases.ts'
import { shownTo } from '#test/e2e/harness/visitor-time.ts'
import { phone } from '#test/e2e/harness/harness.ts'
import { test, type Office } from '#test/e2e/harness/staff-office.ts'
import { firstOrAll } from '#test/harness/scale.ts'

/** From an open call on the home page to the first question of its form, or to how to apply. */

const award = '/awards/young-scientist-award'

test.for(firstOrAll([true, false]))(
  'an open call leads to the first question of its form (scripts: %s)',
  async (javaScriptEnabled, { office, openSignedOut }) => {
    await openCalls(office.db, new Date())
    const page = await openSignedOut(office, { javaScriptEnabled, viewport: phone })
    await goToNew(page, '/', 'Nominations of Fellows')
    await page.getByRole('link', { name: 'Nominations of Fellows', exact: true }).click()
    await page.waitForURL('**/fellowship#cycle-fellow-*')
    const call = page.getByRole('article', { name: 'Nominations of Fellows' })
    await call.getByText('Members of the Academy who have distinction').waitFor()
    await call.getByRole('link', { name: 'Start the form' }).click()
    await page.waitForURL('**/fellowship/fellow-nomination-form')
    await page.getByRole('button', { name: 'Start the form' }).click()
    await page.getByRole('link', { name: 'The nominee' }).click()

    await page.getByLabel('First name').waitFor()
  },
)

test('an open call without a form leads to how to apply', async ({ office, openSignedOut }) => {
  await publishCall(office, 'optics', 'Call for optics')
  const page = await openSignedOut(office)
  await goToNew(page, '/', 'Call for optics')
  await page
    .getByRole('region', { name: 'Open calls' })
    .getByRole('link', { name: 'Call for optics' })
    .click()
  await page.waitForURL(`**${award}#optics`)
  const call = page.getByRole('article', { name: 'Call for optics' })

  await call.getByText('Send a letter to the office.').waitFor()
  // The header must not cover the call.
  const bar = await page.locator('header[data-bar]').boundingBox()
  const box = await call.boundingBox()
  expect(box!.y).toBeGreaterThanOrEqual(bar!.height)
})

test('the calendar shows a closing in India’s time and in the visitor’s own', async ({
  office,
  openSignedOut,
}) => {
  const closesAt = await publishCall(office, 'tides', 'Call for tides')
  for (const timezoneId of ['America/St_Johns', 'Pacific/Kiritimati']) {
    const page = await openSignedOut(office, { timezoneId })
    await goToNew(page, '/calendar', 'Call closes: Call for tides')
    const line = page.getByRole('listitem').filter({ hasText: 'Call closes: Call for tides' })

    expect(await line.locator('time').textContent()).toBe(shownTo(timezoneId, closesAt))
  }
})

/** Returns when it closes: in 30 days. */
async function publishCall(office: Office, slug: string, title: string): Promise<Date> {
  const day = 86_400_000
  const now = new Date()
  const closesAt = now.getTime() + 30 * day
  const data = {
    ...{ title, opensAt: now.getTime() - day, closesAt, howToApply: 'Send a letter to the office.' },
    subject: 'award' as const,
    award: 'young-scientist-award',
  }
  await publishEntry(office.db, { kind: 'call', slug, data }, now)
  return new Date(closesAt)
}

/** The site sees what was published elsewhere after a moment. */
async function goToNew(page: Page, address: string, words: string) {
  await expect
    .poll(async () => {
      await page.goto(address)
      return page.getByRole('main').getByText(words).count()
    })
    .toBeGreaterThan(0)
}
