import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { again } from '#test/e2e/harness/harness.ts'
import { firstOrAll } from '#test/harness/scale.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'
import { hydrated, makePerson, test, type Office } from '#test/e2e/harness/staff-office.ts'
import { showDetails } from '#test/e2e/harness/writing.ts'

/** The editing page as a place to write: what is in view, what the Tab key reaches, what stays on the screen. */

const laptop = { width: 1280, height: 860 }
const mobile = { width: 390, height: 844 }

test.for(firstOrAll([laptop, mobile]))(
  'at $width by $height px the title and the text are in the first screen, and the text has the focus',
  async (viewport, { office, openSignedIn }) => {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport })
    await openNews(page, office)

    const title = (await page.getByLabel('Title', { exact: true }).boundingBox())!
    const text = (await page.getByRole('textbox', { name: 'Text' }).boundingBox())!
    const publish = (await page.getByRole('button', { name: 'Publish', exact: true }).boundingBox())!
    expect(title.y).toBeLessThan(text.y)
    expect(text.y).toBeLessThan(viewport.height / 2)
    expect(publish.y + publish.height).toBeLessThanOrEqual(viewport.height)
    await expect.poll(() => focusedId(page)).toBe('body')
    await page.keyboard.type('At once. ')
    await page.getByText('At once.').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.goto('/editor/content/news/new')
    expect(await focusedId(page)).toBe('title')
  },
)

test('one Tab from the skip link leads to the title, Enter to the text, then the panel follows', async ({
  office,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }))
  await openNews(page, office)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  await press('Enter', 'Tab')
  expect(await focusedId(page)).toBe('title')
  await press('Enter')
  expect(await focusedId(page)).toBe('body')
  expect(await order(page, ['#title', '#body', '#publishedOn', '#summary', '#location'])).toBe(true)
})

test.for(firstOrAll([320, 1280, 1440, 1024, 768, 390]))(
  'at %i px the toolbar is one line, in a table too, and stays in view',
  async (width, { office, openSignedIn }) => {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), {
      viewport: { width, height: 700 },
    })
    await openNews(page, office)
    const bar = page.getByRole('toolbar')
    const text = page.getByRole('textbox', { name: 'Text' })
    const heights = [await heightOf(page)]
    await text.click()
    if (!(await bar.getByRole('button', { name: 'Table', exact: true }).isVisible()))
      await bar.getByRole('button', { name: 'More tools' }).click()
    await bar.getByRole('button', { name: 'Table', exact: true }).click()
    await bar.getByRole('button', { name: 'Text tools' }).waitFor()
    heights.push(await heightOf(page))
    expect(new Set(heights).size).toBe(1)
    expect(heights[0]).toBeLessThan(60)
    expect(await bar.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)

    for (let line = 0; line < 30; line++) await page.keyboard.press('Control+Enter')
    for (let line = 0; line < 40; line++) await page.keyboard.press('Enter')
    await page.keyboard.type('The end.')
    const box = (await bar.boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThan(200)
  },
)

test('on a phone the details are a sheet, which a link to one of its fields opens', async ({
  office,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: mobile })
  await openNews(page, office)
  const summary = page.getByLabel('Summary')
  expect(await summary.isVisible()).toBe(false)

  await showDetails(page)
  await summary.fill('For more light.')
  await page.keyboard.press('Escape')
  expect(await summary.isVisible()).toBe(false)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Details')
  await showDetails(page)
  expect(await summary.inputValue()).toBe('For more light.')
  await page.getByRole('button', { name: 'Close the details' }).click()
  expect(await summary.isVisible()).toBe(false)
})

test('without scripts every field is on the page, and publishing works', async ({ office, openSignedIn }) => {
  const asha = await makePerson(office, { role: 'admin' })
  const page = await openSignedIn(office, asha, { viewport: mobile, javaScriptEnabled: false })
  const { id } = await makeDraft(office.db, actorFor(asha), new Date())
  await page.goto(`/editor/entries/${id}`)

  expect(await page.getByLabel('Summary').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. Visitors').waitFor()
})

test('a published page is corrected and published again with one button', async ({
  office,
  openSignedOut,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }))
  await openNews(page, office)
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  expect(await publish.isDisabled()).toBe(true)

  await page.getByLabel('Summary').fill('Corrected on the page.')
  await publish.click()
  await page.getByText('Published. Visitors').waitFor()
  const visitor = await openSignedOut(office)
  await expect
    .poll(async () => (await visitor.request.get('/news', again)).text())
    .toContain('Corrected on the page.')
})

async function openNews(page: Page, { db }: Office) {
  const { id } = await db
    .selectFrom('entry')
    .select('id')
    .where('kind', '=', 'news')
    .where('state', '=', 'published')
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
}

test('the checks and the preview show what is typed, before it is saved', async ({
  office,
  openSignedIn,
}) => {
  const asha = await makePerson(office, { role: 'admin' })
  const expected = /status of 409|sandboxed and the 'allow-scripts' permission/
  const page = await openSignedIn(office, asha, { viewport: laptop, expected })
  const { id } = await makeDraft(office.db, actorFor(asha), new Date(), { ...lampData, summary: 'A lamp.' })
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.getByText('Nothing needs correcting.').waitFor()
  const summary = page.getByLabel('Summary')
  const preview = page.getByRole('button', { name: 'Preview', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Preview of what you typed' })

  await summary.fill('')
  await page.getByText('Summary: Fill in this field.').waitFor()
  await page.getByText('Checks: 1 thing to correct.').waitFor({ state: 'attached' })
  await preview.click()
  await dialog.getByText('Summary: Fill in this field.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await summary.fill('A lamp that nobody has saved.')
  // At once, before the page has stored it by itself.
  await preview.click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('A lamp that nobody has saved.').first().waitFor()
  await frame.getByText('Preview: this is not published.').waitFor()
  await page.getByText('Nothing needs correcting.').waitFor()
  await frame.locator('main a[href^="/"]').first().click()
  await frame.locator('main').press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Preview')
  expect(await summary.inputValue()).toBe('A lamp that nobody has saved.')
  const { head_version } = await office.db
    .selectFrom('entry')
    .select('head_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(head_version).toBe(2)
})

function focusedId(page: Page) {
  return page.evaluate(() => document.activeElement?.id)
}

/** Whether the elements are in this order for the Tab key. */
function order(page: Page, selectors: string[]) {
  return page.evaluate((all) => {
    const elements = all.map((one) => document.querySelector(one)!)
    return elements.every(
      (one, index) =>
        index === 0 || elements[index - 1]!.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
  }, selectors)
}

async function heightOf(page: Page) {
  return (await page.getByRole('toolbar').boundingBox())!.height
}
