import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { paste } from '#test/e2e/harness/editor-harness.ts'
import { hydrated, makePerson, test, type Office } from '#test/e2e/harness/staff-office.ts'
import { beginByHand, saveByHand } from '#test/e2e/harness/writing.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** A constitution as one flow: one toolbar, an outline, and a pasted document that is divided by its headings. */

const laptop = { width: 1280, height: 860 }

test('a constitution has one toolbar, which follows the cursor, and its first text is in the first screen', async ({
  office,
  openSignedIn,
}) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
  await openConstitution(page, office)
  const toolbar = page.getByRole('toolbar')
  const texts = page.getByRole('textbox', { name: 'Text', exact: true })
  expect(await texts.count()).toBeGreaterThan(3)

  expect(await toolbar.count()).toBe(1)
  expect((await texts.first().boundingBox())!.y).toBeLessThan(laptop.height / 2)
  await texts.nth(2).click()
  await expect.poll(() => toolbar.getAttribute('aria-controls')).toBe('sections.2.body')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Zuerst ')
  await page.keyboard.press('Control+Shift+Home')
  await page.keyboard.press('Alt+F10')
  await expect.poll(() => focused(page)).toBe('Undo')
  await toolbar.getByRole('button', { name: 'Bold' }).click()
  await texts.nth(2).locator('strong', { hasText: 'Zuerst' }).waitFor()
  const box = (await toolbar.boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThan(200)
})

test('the outline leads to each section by keyboard', async ({ office, openSignedIn }) => {
  const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
  await openConstitution(page, office)
  const outline = page.getByText('Outline', { exact: true })
  await outline.focus()
  await page.keyboard.press('Enter')
  const links = page.locator('nav[aria-label=Outline] a')
  await links.last().focus()
  await page.keyboard.press('Enter')

  const last = (await links.count()) - 1
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`sections.${last}.heading`)
  const heading = page.locator(`[id="sections.${last}.heading"]`)
  const { y } = (await heading.boundingBox())!
  const bar = (await page.getByRole('toolbar').boundingBox())!
  expect(y).toBeGreaterThanOrEqual(bar.y + bar.height)
  expect(y).toBeLessThan(laptop.height)
  expect(await links.last().isVisible()).toBe(false)
})

const rules = `<h1>1. Name</h1><p>It is called the Sample Society.</p><h1>2. Members</h1><h2>2.1 Fellows</h2>
  <p>Fellows are <b>elected</b>.</p><h1>Dissolution</h1><p>By two thirds of the members.</p>`

test(
  'a pasted document becomes sections, which can be undone and saved',
  onlyInFull,
  async ({ office, openSignedIn }) => {
    const page = await openSignedIn(office, await makePerson(office, { role: 'admin' }), { viewport: laptop })
    await beginByHand(page, 'page', { Title: 'Sample rules' })
    await page.getByRole('button', { name: 'Add a section' }).click()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    const headings = () =>
      page
        .getByLabel('Heading', { exact: true })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await text.first().click()
    await page.keyboard.type('Adopted in 1994.')
    await paste(page, { 'text/html': rules, 'text/plain': 'Name' })

    await expect.poll(headings).toEqual(['', 'Name', 'Members', 'Dissolution'])
    await page.getByRole('button', { name: 'Undo: Divided what you pasted into 3 sections.' }).click()
    await expect.poll(headings).toEqual([''])
    await page.getByText('Adopted in 1994.').waitFor()
    await text.first().click()
    await page.keyboard.press('Control+a')
    await paste(page, { 'text/html': rules, 'text/plain': 'Name' })
    await expect.poll(headings).toEqual(['Name', 'Members', 'Dissolution'])
    await saveByHand(page)

    const { data } = await office.db
      .selectFrom('entry')
      .innerJoin('entry_version', (join) =>
        join
          .onRef('entry_version.entry_id', '=', 'entry.id')
          .onRef('entry_version.number', '=', 'entry.head_version'),
      )
      .select('entry_version.data')
      .where('entry_version.title', '=', 'Sample rules')
      .executeTakeFirstOrThrow()
    const { sections } = JSON.parse(data) as {
      sections: { number?: string; anchor: string; body: { content: { type: string }[] } }[]
    }
    expect(sections.map(({ number, anchor }) => [number, anchor])).toEqual([
      ['1', 'name'],
      ['2', 'members'],
      [undefined, 'dissolution'],
    ])
    expect(sections[1]!.body.content.map(({ type }) => type)).toEqual(['heading', 'paragraph'])
  },
)

async function openConstitution(page: Page, { db }: Office) {
  const { id } = await db
    .selectFrom('entry')
    .select('id')
    .where('kind', '=', 'page')
    .where('slug', 'like', '%constitution%')
    .executeTakeFirstOrThrow()
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
  await page.getByRole('toolbar').waitFor()
}

function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
