import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Block, RichText } from '#features/content/text/document.ts'
import { findVersion } from '#features/content/entry/versions.server.ts'
import { makeDraft } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'
import { hydrated, makePerson, refusals, test } from '#test/e2e/harness/staff-office.ts'

const paragraph = (words: string, href?: string): Block => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words, ...(href && { marks: [{ type: 'link', attrs: { href } }] }) }],
})
const purpose: RichText = {
  type: 'doc',
  content: [paragraph('Read the rules', '/awards/old-rules'), paragraph('To honour light.')],
}
const lamp = { title: 'Copper Lamp', type: 'medal', summary: 'For light.', prize: 'A lamp', purpose } as const

test('two people change one link: both targets are shown, and nothing is preselected', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date(), lamp)
  const [first, second] = [
    await openSignedIn(office, meera, { expected: refusals }),
    await openSignedIn(office, asha),
  ]
  for (const page of [first, second]) await open(page, id)

  await relink(second, '/awards/new-rules')
  await second.getByLabel('Prize').fill('A golden lamp')
  await save(second)
  await relink(first, '/awards/best-rules')
  await first.getByRole('button', { name: 'Save', exact: true }).click()

  await first.getByRole('heading', { name: 'Asha Iyer saved version 3 while you were writing' }).waitFor()
  await first.getByText('You and Asha Iyer both changed Purpose.').waitFor()
  await first.getByText('Asha Iyer also changed Prize. This change is included.').waitFor()
  await first.getByText('(link to /awards/best-rules)').waitFor()
  await first.getByText('(link to /awards/new-rules)').waitFor()
  expect(await first.getByRole('radio', { checked: true }).count()).toBe(0)
  await first.getByRole('button', { name: 'Submit for review' }).click()
  await first.getByRole('link', { name: 'Choose which text to keep: Purpose.' }).press('Enter')
  await first.keyboard.press('Space')
  expect(await first.getByLabel('Keep my text').isChecked()).toBe(true)
  await first.getByRole('button', { name: 'Submit for review' }).click()
  await first.getByRole('link', { name: 'Choose “Save my choices” first.' }).press('Enter')
  await first.getByRole('button', { name: 'Save my choices' }).click()
  await first.getByText('Saved as version 4.').waitFor()

  expect(await findVersion(office.db, id, 4)).toMatchObject({
    prize: 'A golden lamp',
    purpose: { content: [paragraph('Read the rules', '/awards/best-rules'), paragraph('To honour light.')] },
  })
})

test('two people write in different fields and paragraphs: both are saved without a question', async ({
  office,
  openSignedIn,
}) => {
  const meera = await makePerson(office, { role: 'editor', name: 'Meera Rao' })
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(meera), new Date(), lamp)
  const [first, second] = [
    await openSignedIn(office, meera, { expected: refusals }),
    await openSignedIn(office, asha),
  ]
  for (const page of [first, second]) await open(page, id)

  await relink(second, '/awards/new-rules')
  await second.getByLabel('Prize').fill('A golden lamp')
  await save(second)
  await first.getByText('To honour light.').click()
  await first.keyboard.press('End')
  await first.keyboard.type(' And lamps.')
  await first.getByLabel('Summary').fill('For more light.')
  await save(first)

  expect(await findVersion(office.db, id, 4)).toMatchObject({
    summary: 'For more light.',
    prize: 'A golden lamp',
    purpose: {
      content: [paragraph('Read the rules', '/awards/new-rules'), paragraph('To honour light. And lamps.')],
    },
  })
  expect(await first.getByLabel('Prize').inputValue()).toBe('A golden lamp')
})

test('Compare shows a link that changed and a word that became bold', async ({ office, openSignedIn }) => {
  const asha = await makePerson(office, { role: 'admin', name: 'Asha Iyer' })
  const { id } = await makeDraft(office.db, actorFor(asha), new Date(), lamp)
  const page = await openSignedIn(office, asha)
  await open(page, id)

  await relink(page, '/awards/new-rules')
  await page.getByText('To honour light.').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  // The editor learns of a new selection in a separate task, which nobody's typing precedes.
  await page.waitForFunction(() => getSelection()?.toString() === 'To honour light.')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))
  await page.keyboard.press('Control+b')
  await page.locator('strong', { hasText: 'To honour light.' }).waitFor()
  await save(page)
  await page.goto(`/editor/entries/${id}/versions`)

  const change = page.getByRole('region', { name: 'Purpose' })
  await change.getByText('(link to /awards/old-rules)').waitFor()
  await change.getByText('(link changed from /awards/old-rules to /awards/new-rules)').waitFor()
  await change.getByText('(now bold)').waitFor()
  expect(await page.getByText('Both versions are the same.').count()).toBe(0)
})

async function open(page: Page, id: string) {
  await page.goto(`/editor/entries/${id}`)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Purpose' }).getByText('Read the rules').waitFor()
}

async function relink(page: Page, address: string) {
  await page.getByRole('textbox', { name: 'Purpose' }).getByText('Read the rules').click()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved as version \d+\./).waitFor()
}
