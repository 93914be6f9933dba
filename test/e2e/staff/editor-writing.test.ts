import { expect } from 'vitest'
import type { Inline, RichText } from '#features/content/text/document.ts'
import { press, put, saved, test, textOf, timesSubmitted } from '#test/e2e/harness/editor-harness.ts'
import { onlyInFull } from '#test/harness/scale.ts'

const words = (text: string, ...marks: NonNullable<Inline['marks']>): Inline => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const line = (...content: Inline[]) => ({ type: 'paragraph' as const, content })
const docOf = (...content: RichText['content']): RichText => ({ type: 'doc', content })

test('letters, headings, lists and quotations are written with keys', async ({ write }) => {
  const page = await write()
  const type = (text: string) => page.keyboard.type(text)

  await press(page, 'Control+Alt+2')
  await type('Aims')
  await press(page, 'Enter')
  await type('An ')
  await press(page, 'Control+b')
  await type('open')
  await press(page, 'Control+b')
  await type(' academy, ')
  await press(page, 'Control+i')
  await type('since')
  await press(page, 'Control+i')
  await type(' H')
  await press(page, 'Control+,')
  await type('2')
  await press(page, 'Control+,')
  await type('O 10')
  await press(page, 'Control+.')
  await type('3')
  await press(page, 'Control+.')
  await type(' ')
  await press(page, 'Control+e')
  await type('code')
  await press(page, 'Control+e', 'Shift+Enter')
  await type('next line')
  await press(page, 'Enter')
  await type('- one')
  await press(page, 'Enter', 'Tab')
  await type('under one')
  await press(page, 'Control+Enter')
  await type('3. three')
  await press(page, 'Control+Enter')
  await type('> said')
  await press(page, 'Control+Enter')
  await type('### Smaller')
  await press(page, 'Enter')
  await type('---')
  await type('after a * star * and _ line _')

  const item = (text: string, ...rest: RichText['content']) => ({
    type: 'listItem' as const,
    content: [line(words(text)), ...rest],
  })
  expect(await saved(page)).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [words('Aims')] },
    line(
      words('An '),
      words('open', { type: 'bold' }),
      words(' academy, '),
      words('since', { type: 'italic' }),
      words(' H'),
      words('2', { type: 'subscript' }),
      words('O 10'),
      words('3', { type: 'superscript' }),
      words(' '),
      words('code', { type: 'code' }),
      { type: 'hardBreak' },
      words('next line'),
    ),
    { type: 'bulletList', content: [item('one', { type: 'bulletList', content: [item('under one')] })] },
    { type: 'orderedList', attrs: { start: 3 }, content: [item('three')] },
    { type: 'blockquote', content: [line(words('said'))] },
    { type: 'heading', attrs: { level: 3 }, content: [words('Smaller')] },
    { type: 'horizontalRule' },
    line(words('after a * star * and _ line _')),
  ])
})

test('undo and redo go back and forth, from the keyboard and from the toolbar', async ({ write }) => {
  const page = await write()
  await page.keyboard.type('words')
  await press(page, 'Control+z')
  expect(await saved(page)).toEqual([{ type: 'paragraph' }])

  await press(page, 'Alt+F10', 'ArrowRight', 'Enter')

  expect(await saved(page)).toEqual([line(words('words'))])
  expect(await textOf(page).evaluate((text) => text === document.activeElement)).toBe(true)
})

test('the toolbar is one stop for Tab, and arrows, Home, End and Escape work in it', async ({ write }) => {
  const page = await write()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  await press(page, 'Alt+F10')
  expect(await focused()).toBe('Undo')
  await press(page, 'ArrowRight', 'ArrowRight')
  expect(await focused()).toBe('Heading 2')
  await press(page, 'End')
  expect(await focused()).toBe('Keyboard shortcuts')
  await press(page, 'ArrowRight')
  expect(await focused()).toBe('Undo')
  await press(page, 'ArrowLeft', 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  expect(await focused()).toBe('Heading 3')
  expect(await page.getByText('Heading 3: Ctrl Alt 3').isVisible()).toBe(true)
  await press(page, 'Tab')
  expect(await focused()).toBeNull()
  await press(page, 'Shift+Tab')
  expect(await focused()).toBe('Heading 3')
  await press(page, 'Enter')
  await page.keyboard.type('Title')
  expect(await saved(page)).toMatchObject([{ type: 'heading', attrs: { level: 3 } }])
  const pressed = page.getByRole('button', { name: 'Heading 3', pressed: true })
  expect(await pressed.getAttribute('aria-keyshortcuts')).toBe('Control+Alt+3')
})

test('nobody is trapped in a list or a table: Escape, then Tab leaves', async ({ write }) => {
  const page = await write({
    initial: docOf({
      type: 'bulletList',
      content: ['a', 'b'].map((text) => ({ type: 'listItem', content: [line(words(text))] })),
    }),
  })
  await press(page, 'Control+End', 'Escape', 'Tab')

  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
})

test('a table is made, extended, cut and headed by keyboard', async ({ write }) => {
  const page = await write()
  const tool = async (name: string) => {
    await press(page, 'Alt+F10')
    await page.getByRole('button', { name, exact: true }).focus()
    await press(page, 'Enter')
  }
  await tool('Table')
  for (const text of ['Year', 'Place', 'Host', '2019', 'Prayagraj', 'IAPS', '2020', 'Online', 'IAPS']) {
    await page.keyboard.type(text)
    await press(page, 'Tab')
  }
  // Tab in the last cell has made a new row.
  await page.keyboard.type('2021')
  await tool('Row above')
  await tool('Remove row')
  await tool('Column before')
  await tool('Remove column')
  await tool('Heading column')

  const [table, after] = await saved(page)
  const rows = table?.type === 'table' ? table.content : []
  expect(rows.map((row) => row.content.map((cell) => cell.type.slice(5)).join(' '))).toEqual([
    'Header Header Header',
    'Header Cell Cell',
    'Header Cell Cell',
    'Header Cell Cell',
  ])
  expect(await page.getByRole('cell', { name: 'Online' }).count()).toBe(1)
  expect(after).toEqual({ type: 'paragraph' })

  await tool('Remove table')
  expect((await saved(page)).map(({ type }) => type)).not.toContain('table')
})

test('what is typed right after a tool is kept, however late the next frame comes', async ({ write }) => {
  const page = await write()
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await press(page, 'Alt+F10', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter')
  await page.keyboard.type('Year')
  await press(page, 'Alt+F10', 'Escape')
  await page.keyboard.type(' of the meeting')

  expect(await page.getByRole('columnheader', { name: 'Year of the meeting' }).count()).toBe(1)
})

test('a link is made by its page, by an address, changed and removed', async ({ write }) => {
  const page = await write()
  await page.keyboard.type('See ')
  await press(page, 'Control+k')
  await page.keyboard.type('coun')
  await page.getByRole('option', { name: /Executive Council/ }).waitFor()
  await press(page, 'Enter', 'Tab', 'Enter')
  expect(await saved(page)).toEqual([
    line(
      words('See '),
      words('Executive Council', { type: 'link', attrs: { href: '/iaps/executive-council' } }),
    ),
  ])

  await press(page, 'ArrowLeft', 'Control+k', 'Tab')
  await page.keyboard.type('javascript:alert(1)')
  await press(page, 'Enter')
  await page.getByText('Enter an address that starts with').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('body-address')
  await press(page, 'Control+a')
  await page.keyboard.type('example.org/council')
  await press(page, 'Enter')
  expect(await saved(page)).toEqual([
    line(
      words('See '),
      words('Executive Council', { type: 'link', attrs: { href: 'https://example.org/council' } }),
    ),
  ])

  await press(page, 'Control+k')
  await page.getByRole('button', { name: 'Remove link' }).press('Enter')
  expect(await saved(page)).toEqual([line(words('See Executive Council'))])
  expect(await timesSubmitted(page)).toBe(0)
})

test('a footnote is added after selected words, changed and removed', onlyInFull, async ({ write }) => {
  const page = await write()
  await page.keyboard.type('Rules')
  await press(page, 'Shift+Control+ArrowLeft', 'Control+Alt+f', 'Tab', 'Tab', 'Enter')
  await page.getByText('Write the footnote.').waitFor()
  await page.getByRole('textbox', { name: 'Footnote text' }).focus()
  await page.keyboard.type('As amended.')
  await page.getByRole('button', { name: 'Add footnote' }).press('Enter')
  expect(await saved(page)).toEqual([
    line(words('Rules'), { type: 'footnote', attrs: { text: 'As amended.' } }),
  ])
  expect(await page.getByRole('img', { name: 'Footnote: As amended.' }).count()).toBe(1)

  await press(page, 'Control+End', 'ArrowLeft', 'Enter')
  await press(page, 'Control+a')
  await page.keyboard.type('In 2020.')
  await press(page, 'Tab', 'Enter')
  const area = page.getByRole('textbox', { name: 'Footnote text' })
  await area.focus()
  await press(page, 'Control+a')
  await page.getByRole('button', { name: 'Set the selected words in italics' }).press('Enter')
  await press(page, 'Control+a')
  await page.getByRole('textbox', { name: 'Link the selected words to' }).fill('/iaps')
  await page.getByRole('button', { name: 'Add link' }).press('Enter')
  await page.getByRole('button', { name: 'Save footnote' }).press('Enter')
  const note = '[*In 2020.*](/iaps)'
  expect(await saved(page)).toEqual([line(words('Rules'), { type: 'footnote', attrs: { text: note } })])

  await page.getByRole('img', { name: `Footnote: ${note}` }).click()
  await page.getByRole('button', { name: 'Remove footnote' }).click()
  expect(await saved(page)).toEqual([line(words('Rules'))])
})

test(
  'formulas are previewed as MathML, in the line and on their own, and errors are shown',
  onlyInFull,
  async ({ write }) => {
    const page = await write()
    await page.keyboard.type('Energy ')
    await press(page, 'Control+Alt+m')
    await page.keyboard.type('E = \\frac{1}{')
    await page.getByText('This formula is not complete yet.').waitFor()
    await press(page, 'Tab', 'Enter')
    await page.getByText('This formula is not complete. Check').waitFor()
    await page.getByRole('textbox', { name: 'Formula in LaTeX' }).focus()
    await press(page, 'Control+a')
    await page.keyboard.type('\\def\\x{y}')
    await press(page, 'Tab', 'Enter')
    await page.getByText('Write the formula without definitions.').waitFor()
    await press(page, 'Control+a')
    await page.keyboard.type('E = \\frac{1}{2}mv^2')
    await page.getByRole('group', { name: 'Preview' }).locator('math mfrac').waitFor()
    await press(page, 'Tab', 'Enter')
    await page.keyboard.type(' is kinetic.')
    await press(page, 'Control+Alt+Shift+m')
    await page.keyboard.type('\\oint \\mathbb{R}')
    await press(page, 'Tab', 'Enter')
    await page.keyboard.type('After.')

    expect(await saved(page)).toEqual([
      line(
        words('Energy '),
        { type: 'inlineMath', attrs: { latex: 'E = \\frac{1}{2}mv^2' } },
        words(' is kinetic.'),
      ),
      { type: 'blockMath', attrs: { latex: '\\oint \\mathbb{R}' } },
      line(words('After.')),
    ])
    await textOf(page).locator('math[display="block"]').waitFor()
    expect(await textOf(page).locator('math[display="block"]').textContent()).toContain('ℝ')
  },
)

test('a picture needs a description, keeps its caption and credit, and is changed with Enter', async ({
  write,
}) => {
  const page = await write()
  await press(page, 'Control+Alt+p')
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  await press(page, 'Tab', 'Tab', 'Enter')
  await page.getByText('Describe the picture in up to 300 characters.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('body-alt')
  await page.keyboard.type('Rings of light')
  await press(page, 'Tab', 'Tab')
  await page.keyboard.type('Sample')
  await press(page, 'Enter')
  const figure = { file: 'chosen', alt: 'Rings of light', caption: 'Newton’s rings', credit: 'Sample' }
  expect((await saved(page))[0]).toEqual({ type: 'figure', attrs: figure })
  expect(await page.getByRole('img', { name: 'Rings of light' }).count()).toBe(1)

  await press(page, 'Control+Home', 'ArrowUp', 'Enter')
  await page.getByRole('textbox', { name: 'Caption' }).fill('')
  await page.getByRole('button', { name: 'Save picture' }).press('Enter')
  expect((await saved(page))[0]).toEqual({
    type: 'figure',
    attrs: { file: 'chosen', alt: 'Rings of light', credit: 'Sample' },
  })
})

test('a file is linked by its name', async ({ write }) => {
  const page = await write()
  await press(page, 'Alt+F10')
  await page.getByRole('button', { name: 'File to download' }).press('Enter')
  await expect
    .poll(() => saved(page).catch(() => undefined))
    .toEqual([line(words('Rules of 2020', { type: 'link', attrs: { href: '/files/f1/rules.pdf' } }))])
})

test('Hindi and Urdu are stored as typed and state their language and direction', async ({ write }) => {
  const page = await write()
  await page.keyboard.insertText('अंतरराष्ट्रीय भौतिक विज्ञान अकादमी')
  await press(page, 'Enter')
  await page.keyboard.insertText('بین الاقوامی اکادمی')

  expect(await saved(page)).toEqual([
    line(words('अंतरराष्ट्रीय भौतिक विज्ञान अकादमी')),
    line(words('بین الاقوامی اکادمی')),
  ])
  expect(await textOf(page).locator('p').first().getAttribute('lang')).toBe('hi')
  expect(await textOf(page).locator('p').last().getAttribute('dir')).toBe('auto')
})

test('a text that comes from elsewhere replaces the one shown, and is not reported as a change', async ({
  write,
}) => {
  const page = await write()
  await page.keyboard.type('mine')
  await put(page, docOf(line(words('restored'))))

  await expect.poll(() => textOf(page).innerText()).toBe('restored')
  expect(await saved(page)).toEqual([line(words('mine'))])
  await press(page, 'Control+End')
  await page.keyboard.type('!')
  expect(await saved(page)).toEqual([line(words('restored!'))])
})

test('nesting beyond what can be stored is refused with a sentence', onlyInFull, async ({ write }) => {
  const page = await write()
  await page.keyboard.type('deep')
  for (let level = 0; level < 16; level++) await press(page, 'Control+Shift+b', 'Home')
  let list = 'x'
  for (let level = 0; level < 9; level++) list = `<ul><li><p>a</p>${list}</li></ul>`
  await page.evaluate((html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, list)
  await page.getByText('This is the deepest level.').waitFor()
  expect(await textOf(page).innerText()).toContain('deep')
  await saved(page)
})
