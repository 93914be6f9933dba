import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, tablet, wide } from '#test/e2e/harness/harness.ts'
import { hydrated, makePerson, test } from '#test/e2e/harness/staff-office.ts'
import { firstOrAll, onlyInFull } from '#test/harness/scale.ts'

const laptop = { width: 1280, height: 860 }

test.for(firstOrAll([phone, laptop, tablet, wide], 2))(
  'at $width px the header of the staff area is 64 px high, 48 px beyond 20 px of scroll, 64 px again under 4 px',
  async (viewport, { office, openSignedIn }) => {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport })
    await page.goto('/admin/settings/nominations')
    const heights = []
    for (const scroll of [0, 20, 21, 400, 5, 4, 3, 0]) heights.push(await heightAt(page, scroll))

    expect(heights).toEqual([64, 64, 48, 48, 48, 48, 64, 64])
  },
)

test('the header has the area, search, New, the site, its menu and the account', async ({
  office,
  openSignedIn,
}) => {
  const person = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const page = await openSignedIn(office, person, { viewport: laptop })
  await page.goto('/editor/content/news')
  await hydrated(page)
  const bar = page.locator('header[data-bar]')

  await bar.getByRole('link', { name: 'News', exact: true }).waitFor()
  expect(await bar.getByRole('link', { name: 'View site' }).getAttribute('href')).toBe('/')
  await bar.getByRole('button', { name: 'Search or jump to' }).waitFor()
  await bar.locator('summary[aria-label="New"]').click()
  await bar.getByRole('link', { name: 'News item' }).waitFor()
  await bar.locator('summary[aria-label="Account of Asha Iyer"]').click()
  await bar.getByRole('link', { name: 'Second factor' }).waitFor()
  expect(await bar.getByRole('link', { name: 'News item' }).isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Gallery' }).click()
  await page.waitForURL('**/gallery')
})

test.for(['/admin/dashboard', '/editor/content/call', '/admin/system', '/editor/people'])(
  'on %s the rail is whole in a laptop, with the page marked and what waits counted',
  async (path, { office, openSignedIn }) => {
    await makePerson(office, { state: 'pending', role: 'editor', name: 'Sample Newcomer' })
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
    await page.goto(path)
    const rail = page.getByRole('navigation', { name: 'Staff areas' })

    expect(await rail.getByRole('heading', { level: 2 }).count()).toBe(6)
    expect(await rail.locator('[aria-current="page"]').getAttribute('href')).toBe(path)
    expect(await rail.locator('[aria-current]').isVisible()).toBe(true)
    const { y, height } = (await rail.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(laptop.height)
    expect(await rail.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
    await rail
      .locator('summary', { hasText: 'Administration' })
      .getByText('waiting')
      .waitFor({ state: 'attached' })
  },
)

test(
  'staff who may edit a public page have a link to it there, and nobody else has',
  onlyInFull,
  async ({ office, openSignedOut, openSignedIn }) => {
    const paths = ['/', '/iaps/constitution', '/news', '/gallery', '/contact-us', '/fellowship/fellows']
    const editor = await openSignedIn(office, await makePerson(office, { role: 'editor' }))
    const newcomer = await openSignedIn(
      office,
      await makePerson(office, { state: 'pending', role: 'editor' }),
    )
    const visitor = await openSignedOut(office)
    for (const path of paths) {
      for (const page of [visitor, newcomer]) {
        await page.goto(path)
        expect(await page.getByRole('link', { name: 'Edit this page' }).count()).toBe(0)
      }
      await editor.goto(path)
      await editor.getByRole('link', { name: 'Edit this page' }).click()
      await editor.waitForURL(/\/editor\/entries\//)
    }
    await editor.goto('/iaps/constitution')
    await editor.getByRole('link', { name: 'Edit this page' }).click()
    await editor.getByRole('heading', { level: 1, name: 'Constitution' }).waitFor()
    await visitor.goto('/iaps/constitution')
    expect(await visitor.getByRole('link', { name: 'Edit this page' }).count()).toBe(0)
  },
)

test('a filter chosen by mouse applies at once, and actions appear when something is chosen', async ({
  office,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
  await page.goto('/editor/content/award')
  await hydrated(page)
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  expect(await remove.isVisible()).toBe(false)
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check()
  await page.getByText('1 selected').waitFor()
  expect(await remove.isVisible()).toBe(true)

  const status = page.getByLabel('Status')
  await status.dispatchEvent('pointerdown')
  await status.selectOption({ label: 'Deleted' })
  await page.waitForURL('**state=binned**')
})

async function heightAt(page: Page, scroll: number) {
  await page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: 'instant' })
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }, scroll)
  return (await page.locator('header[data-bar]').boundingBox())!.height
}
