import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFaultsInBothThemes } from '#test/e2e/harness/faults.ts'
import { phone, test, wide } from '#test/e2e/harness/harness.ts'

/** What a page looks like after someone did something, or requested something that is not there. */
const states: {
  name: string
  address: string
  viewport?: typeof wide
  act?: (page: Page) => Promise<void>
}[] = [
  {
    name: 'an open submenu',
    address: '/iaps',
    act: async (page) => {
      const menu = page.getByRole('navigation', { name: 'Main' })
      await menu.getByText('Fellowship', { exact: true }).first().click()
      await menu.getByText('Nomination Forms').click()
    },
  },
  {
    name: 'the compact bar',
    address: '/iaps/constitution',
    act: (page) => page.evaluate(() => window.scrollTo(0, 600)),
  },
  {
    name: 'the open side menu',
    address: '/iaps/constitution',
    viewport: phone,
    act: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
  {
    name: 'the open lightbox',
    address: '/gallery/sample-waves-and-sound',
    act: async (page) => {
      await page.locator('a[data-lightbox]').first().click()
      await page.locator('[data-photo]').evaluate((photo) => (photo as HTMLImageElement).decode())
    },
  },
  { name: 'a search with several pages of results', address: '/search?q=physics' },
  { name: 'a search without an answer', address: '/search?q=zzzzqqqq+fellowshp' },
  {
    name: 'a directory narrowed in several ways',
    address: '/membership/life-members-or-iaps-associates?discipline=Physics&category=life&name=a',
    viewport: phone,
  },
  { name: 'a directory in which nobody fits', address: '/fellowship/fellows?name=zzzzqqqq' },
  { name: 'the page for an address that leads nowhere', address: '/fellowshop', viewport: phone },
  { name: 'the page for an address that cannot be read', address: '/archive?year=soon' },
]

test.for(states)(
  'axe finds nothing in either theme: $name',
  async ({ address, viewport, act }, { openPage }) => {
    const page = await openPage({
      viewport: viewport ?? wide,
      reducedMotion: 'reduce',
      expected: /status of 40[04]/,
    })
    await page.goto(address)
    await act?.(page)

    expect(await axeFaultsInBothThemes(page)).toEqual([])
  },
)
