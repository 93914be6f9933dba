import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RichText } from '#features/content/text/document.ts'
import { press, test, textOf } from '#test/e2e/harness/editor-harness.ts'
import { axeFaults, colourRules, layoutFaults } from '#test/e2e/harness/faults.ts'
import { phone, wide } from '#test/e2e/harness/harness.ts'
import { isFull } from '#test/harness/scale.ts'

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  content: [{ type: 'text' as const, text }],
})

const everything: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Aims' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Energy ' },
        { type: 'inlineMath', attrs: { latex: 'E = mc^2' } },
        { type: 'text', text: ' and ' },
        { type: 'text', text: 'awards', marks: [{ type: 'link', attrs: { href: '/awards' } }] },
        { type: 'footnote', attrs: { text: 'As amended.' } },
      ],
    },
    paragraph('भौतिक विज्ञान'),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('one')] }] },
    { type: 'blockquote', content: [paragraph('Nature is simple.')] },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: ['Year', 'Place'].map((text) => ({ type: 'tableHeader', content: [paragraph(text)] })),
        },
        {
          type: 'tableRow',
          content: ['2020', 'Online'].map((text) => ({ type: 'tableCell', content: [paragraph(text)] })),
        },
      ],
    },
    { type: 'figure', attrs: { file: 'known', alt: 'Rings', caption: 'Newton’s rings', credit: 'Sample' } },
    { type: 'figure', attrs: { file: 'gone', alt: 'A picture that is gone' } },
    { type: 'blockMath', attrs: { latex: '\\oint_C B\\,dl' } },
  ],
}

const states: [name: string, reach: (page: Page) => Promise<unknown>][] = [
  ['the text', async () => undefined],
  ['all tools', (page) => showAllTools(page)],
  ['the tools of a table', (page) => page.getByRole('cell', { name: 'Online' }).click()],
  [
    'the link dialog',
    async (page) => {
      await press(page, 'Control+k')
      await page.keyboard.type('co')
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'the footnote dialog',
    async (page) => {
      await press(page, 'Control+Alt+f', 'Tab', 'Enter')
      await page.getByRole('button', { name: 'Add footnote' }).press('Enter')
      await page.getByText('Write the footnote.').waitFor()
    },
  ],
  [
    'the formula dialog',
    async (page) => {
      await press(page, 'Control+Alt+m')
      await page.keyboard.type('\\frac{a}{b}')
      await page.locator('dialog math').waitFor()
    },
  ],
  [
    'the picture dialog',
    async (page) => {
      await press(page, 'Control+Alt+p')
      await page.getByRole('button', { name: 'Add picture' }).press('Enter')
      await page.getByText('Describe the picture in up to 300').waitFor()
    },
  ],
  [
    'the help',
    async (page) => {
      await press(page, 'Alt+F10')
      await showAllTools(page)
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  ],
]

/** A narrow line has some of them behind a button. */
async function showAllTools(page: Page) {
  const more = page.getByRole('button', { name: 'More tools' })
  if (await more.isVisible()) await more.press('Enter')
}

const themes = ['light', 'dark'] as const
const allCases = themes.flatMap((theme) => [phone, wide].map((viewport) => ({ theme, viewport })))
/** The layout is the same in both themes, so the short run looks at the narrow one once. */
const cases = allCases.filter(({ theme, viewport }) => isFull || theme === 'light' || viewport === wide)

test.for(cases)(
  'there are no faults in the $theme theme at $viewport.width px, in any state',
  { timeout: 120_000 },
  async ({ theme, viewport }, { write }) => {
    const page = await write({ initial: everything, theme, viewport })
    await textOf(page).locator('math[display="block"]').waitFor()
    const faults: string[] = []
    for (const [name, reach] of states) {
      await textOf(page).locator('h2').click()
      await reach(page)
      const found = await layoutFaults(page)
      if (isFull || viewport === wide)
        found.push(...(await axeFaults(page, theme === 'dark' ? colourRules : undefined)))
      faults.push(...found.map((fault) => `${name}: ${fault}`))
      await press(page, 'Escape', 'Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
    expect(faults).toEqual([])
  },
)

test('the page shows the text before the editor has loaded, and says when it does not load', async ({
  openPage,
  editorPage,
}) => {
  const page = await openPage({ baseURL: editorPage.address, expected: /writing-area/ })
  await page.addInitScript((document) => Object.assign(globalThis, { initial: document }), everything)
  await page.route(/writing-area.*\.js$/, (route) => route.abort())
  await page.goto('/')

  await page.getByRole('alert').filter({ hasText: 'The editor could not be loaded.' }).waitFor()
  const text = page.getByRole('group', { name: 'Text' })
  expect(await text.getByRole('heading', { name: 'Aims' }).count()).toBe(1)
  expect(await text.getByRole('img', { name: 'Rings' }).count()).toBe(1)
  expect(await text.getByText('E = mc^2').count()).toBe(1)
})

test('the editor is a separate chunk, and KaTeX another that only formulas load', async ({ write }) => {
  const fetched: string[] = []
  const page = await write()
  page.on('request', (request) => fetched.push(request.url()))
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(' '),
    )
  expect(await loaded()).toMatch(/writing-area/)
  expect(await loaded()).not.toMatch(/document-math/)

  await press(page, 'Control+Alt+m')
  await page.keyboard.type('x')
  await page.locator('dialog math').waitFor()

  expect(fetched.filter((address) => !/document-math|stix-two-math/.test(address))).toEqual([])
})
