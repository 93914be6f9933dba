import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { RichText } from '#features/content/text/document.ts'
import { paste, press, saved, test, textOf } from '#test/e2e/harness/editor-harness.ts'

const word = readFileSync('test/harness/editor-page/word.html', 'utf8')

const text = (words: string, ...types: string[]) => ({
  type: 'text',
  text: words,
  ...(types.length > 0 && { marks: types.map((type) => ({ type })) }),
})
const line = (...content: unknown[]) => ({ type: 'paragraph', content })

test('text from Word keeps its structure and loses its styling', async ({ write }) => {
  const page = await write()
  await paste(page, { 'text/html': word, 'text/plain': 'not this' })

  const cell = (content: unknown[], attrs?: object) => ({
    type: 'tableCell',
    ...(attrs && { attrs }),
    content,
  })
  const item = (words: string, ...rest: unknown[]) => ({
    type: 'listItem',
    content: [line(text(words)), ...rest],
  })
  const content = await saved(page)
  expect(content.slice(0, 7)).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [text('Report of the meeting')] },
    line(
      text('The council '),
      text('approved', 'bold'),
      text(' the '),
      text('minutes', 'italic'),
      text(' of H'),
      text('2', 'subscript'),
      text('O and 10'),
      text('3', 'superscript'),
      text(' kg.'),
    ),
    line(
      text('Strong by style', 'bold'),
      text(' and '),
      {
        type: 'text',
        text: 'a link',
        marks: [{ type: 'link', attrs: { href: 'https://example.org/minutes' } }],
      },
      text(' and a trap.'),
    ),
    {
      type: 'bulletList',
      content: [
        item('First point', { type: 'bulletList', content: [item('Under the first')] }),
        item('Second point'),
      ],
    },
    line(text('Then:')),
    { type: 'orderedList', content: [item('Vote'), item('Close')] },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [cell([line(text('Year', 'bold'))]), cell([line(text('Place'))], { colspan: 100 })],
        },
      ],
    },
  ] as RichText['content'])
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})

test('footnotes of Word and LibreOffice become footnotes, and struck-out or empty text is dropped', async ({
  write,
}) => {
  const page = await write()
  await paste(page, {
    'text/html': `<p class=MsoTitle>Report</p>
      <p class=MsoNormal>Founded in 1994<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span>[1]</span></a>, <del>not</del> <ins>now</ins> at <a href="#_Toc1">Allahabad</a>.<o:p></o:p></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoQuote>Ask.<img src="file:///C:/clip.jpg"></p>
      <p>Seen<a class="sdfootnoteanc" href="#sdfootnote2sym"><sup>2</sup></a></p>
      <div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p><a style='mso-footnote-id:ftn1' href="#_ftnref1">[1]</a> Registered under
      the <i>Act</i>.</p></div></div>
      <div id="sdfootnote2"><p><a href="#sdfootnote2anc">2</a>By many.</p></div>`,
  })
  await page.getByText('1 picture or formula was left out of what you pasted.').waitFor()
  const note = (words: string) => ({ type: 'footnote', attrs: { text: words } })
  expect(await saved(page)).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [text('Report')] },
    line(text('Founded in 1994'), note('Registered under the *Act*.'), text(', now at Allahabad.')),
    { type: 'blockquote', content: [line(text('Ask.'))] },
    line(text('Seen'), note('By many.')),
  ])
})

test('a bold first row heads a table, and lists of Word in a browser are one list', async ({ write }) => {
  const page = await write()
  const item = (level: number, words: string) =>
    `<div><ul><li data-aria-level="${level}"><p><span>${words}</span><span>&nbsp;</span></p></li></ul></div>`
  await paste(page, {
    'text/html': `<table><tr><td><p><b>Year</b></p></td><td><b>Papers</b></td></tr><tr><td>2024</td><td>170</td></tr></table>
      ${item(1, 'one')}${item(2, 'under one')}${item(1, 'two')}`,
  })
  const cell = (type: string, words: string) => ({ type, content: [line(text(words))] })
  const listItem = (words: string, ...rest: unknown[]) => ({
    type: 'listItem',
    content: [line(text(words)), ...rest],
  })
  expect(await saved(page)).toEqual([
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [cell('tableHeader', 'Year'), cell('tableHeader', 'Papers')] },
        { type: 'tableRow', content: [cell('tableCell', '2024'), cell('tableCell', '170')] },
      ],
    },
    {
      type: 'bulletList',
      content: [listItem('one', { type: 'bulletList', content: [listItem('under one')] }), listItem('two')],
    },
  ])
})

test('Google Docs, which writes everything as style, keeps bold, italic and headings', async ({ write }) => {
  const page = await write()
  await paste(page, {
    'text/html':
      '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h5 dir="ltr"><span style="font-size:12pt">Small title</span></h5><p dir="ltr"><span style="font-weight:400;font-style:normal">plain </span><span style="font-weight:700">bold </span><span style="font-style:italic;font-weight:400">italic</span></p></b>',
  })
  expect(await saved(page)).toEqual([
    { type: 'heading', attrs: { level: 4 }, content: [text('Small title')] },
    line(text('plain '), text('bold ', 'bold'), text('italic', 'italic')),
  ])
})

test('text from a PDF file is joined into paragraphs', async ({ write }) => {
  const page = await write()
  await paste(page, {
    'text/plain': `The Academy was founded to bring together those who work in the physical
sciences and to make their ﬁndings known to everybody who is inter-
ested in them.

• a first point
• a second point`,
  })
  const item = (words: string) => ({ type: 'listItem', content: [line(text(words))] })
  expect(await saved(page)).toEqual([
    line(
      text(
        'The Academy was founded to bring together those who work in the physical sciences and to make their findings known to everybody who is interested in them.',
      ),
    ),
    { type: 'bulletList', content: [item('a first point'), item('a second point')] },
  ])
})

test('an address pasted over words links them, a hostile one is only text', async ({ write }) => {
  const page = await write()
  await page.keyboard.type('journal')
  await press(page, 'Control+a')
  await paste(page, { 'text/plain': 'https://example.org/journal' })
  const linked = {
    type: 'text',
    text: 'journal',
    marks: [{ type: 'link', attrs: { href: 'https://example.org/journal' } }],
  }
  expect(await saved(page)).toEqual([line(linked)])

  await paste(page, { 'text/plain': 'javascript:alert(1)' })
  expect(await saved(page)).toEqual([line(text('javascript:alert(1)'))])
})

test('a pasted picture goes to the library and needs a description', async ({ write }) => {
  const page = await write()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array([1])], 'rings.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByRole('button', { name: 'Add picture' }).press('Enter')
  expect((await saved(page))[0]).toEqual({ type: 'figure', attrs: { file: 'pasted', alt: 'rings.png' } })
})

test('several pasted pictures get their descriptions one after the other, and all of them are inserted', async ({
  write,
}) => {
  const page = await write()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    for (const name of ['rings.png', 'lamp.png', 'hall.png', 'refused.png'])
      clipboardData.items.add(new File([new Uint8Array([1])], name, { type: 'image/png' }))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByText('1 of 4 pictures could not be uploaded.').waitFor()
  await page.getByRole('dialog', { name: 'Picture 1 of 3' }).waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type('Rings of light')
  await page.getByRole('button', { name: 'Add picture' }).press('Enter')
  // Skipping one continues with the next.
  await page.getByRole('dialog', { name: 'Picture 2 of 3' }).waitFor()
  await press(page, 'Escape')
  await page.getByRole('dialog', { name: 'Picture 3 of 3' }).waitFor()
  await page.getByRole('button', { name: 'Add picture' }).press('Enter')
  await page.keyboard.type('Behind them')

  expect(await saved(page)).toEqual([
    { type: 'figure', attrs: { file: 'pasted', alt: 'Rings of light' } },
    { type: 'figure', attrs: { file: 'pasted', alt: 'hall.png' } },
    line(text('Behind them')),
  ])
})

test('pieces are copied within the editor, and a forged one is not accepted', async ({ write }) => {
  const initial = {
    type: 'doc' as const,
    content: [
      { type: 'figure' as const, attrs: { file: 'known', alt: 'Rings' } },
      { type: 'paragraph' as const, content: [{ type: 'footnote' as const, attrs: { text: 'Note' } }] },
    ],
  }
  const page = await write({ initial })
  await press(page, 'Control+a')
  const copied = await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    )
    return clipboardData.getData('text/html')
  })
  await press(page, 'Delete')
  await paste(page, { 'text/html': copied })
  expect((await saved(page)).filter((block) => block.type === 'figure')).toEqual([initial.content[0]])

  await press(page, 'Control+a', 'Delete')
  await paste(page, {
    'text/html':
      '<p>x<span data-piece="inlineMath" data-latex="\\def\\x{y}"></span><span data-piece="footnote" data-text=""></span></p><div data-piece="figure" data-file="../../secret" data-alt="a"></div>',
  })
  expect(await saved(page)).toEqual([line(text('x'))])
  expect(await textOf(page).locator('figure, math').count()).toBe(0)
})

test('more than can be stored is not pasted, and nothing is lost', async ({ write }) => {
  const page = await write()
  await page.keyboard.type('kept')
  await paste(page, { 'text/plain': 'many words '.repeat(40_000) })
  await page.getByText('The text is too long.').waitFor()
  expect(await textOf(page).innerText()).toBe('kept')
  expect(await saved(page)).toEqual([line(text('kept'))])
})
