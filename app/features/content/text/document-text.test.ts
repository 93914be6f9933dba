import { expect, test } from 'vitest'
import type { Block, RichText } from './document.ts'
import { listFigureFiles, listHeadings, plainText, wordCount } from './document-text.ts'

const doc = (...content: Block[]): RichText => ({ type: 'doc', content })
const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string, level: 2 | 3 | 4 = 2): Block => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})

test('plain text has one line per block and the footnotes last', () => {
  const document = doc(
    heading('Aims'),
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'To advance' },
        { type: 'footnote', attrs: { text: 'Since *1994*.' } },
        { type: 'hardBreak' },
        { type: 'text', text: 'science, ', marks: [{ type: 'bold' }] },
        { type: 'inlineMath', attrs: { latex: 'E=mc^2' } },
      ],
    },
    { type: 'paragraph' },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] },
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', content: [paragraph('Year')] },
            { type: 'tableCell', content: [paragraph('2020')] },
          ],
        },
      ],
    },
    { type: 'horizontalRule' },
    { type: 'figure', attrs: { file: 'a', alt: 'Rings', caption: 'Newton’s rings' } },
    { type: 'figure', attrs: { file: 'a', alt: 'Rings' } },
    { type: 'blockMath', attrs: { latex: 'F=ma' } },
  )

  expect(plainText(document).split('\n')).toEqual([
    'Aims',
    'To advance science, E=mc^2',
    'one',
    'Year 2020',
    'Newton’s rings',
    'Rings',
    'F=ma',
    'Since 1994.',
  ])
})

test('words are counted in any script, with their apostrophes and hyphens', () => {
  expect(wordCount(doc(paragraph('Newton’s well-known rings, 1704.'), paragraph('भौतिक विज्ञान')))).toBe(6)
  expect(wordCount(doc({ type: 'paragraph' }))).toBe(0)
})

test('headings get anchors of plain letters that are unique', () => {
  const document = doc(
    heading('Who may be a Fellow?'),
    heading('Élection & admission', 3),
    heading('Terms'),
    heading('Terms'),
    heading('Terms 2'),
    heading('Terms'),
    heading('सदस्य', 4),
    heading('Newton’s rings'),
    { type: 'heading', attrs: { level: 2 } },
    { type: 'blockquote', content: [heading('Quoted')] },
  )

  expect(listHeadings(document, 'rules-').map(({ anchor }) => anchor)).toEqual([
    'rules-who-may-be-a-fellow',
    'rules-election-admission',
    'rules-terms',
    'rules-terms-2',
    'rules-terms-2-2',
    'rules-terms-3',
    'rules-section',
    'rules-newtons-rings',
    'rules-quoted',
  ])
  expect(listHeadings(document)[1]).toEqual({
    level: 3,
    text: 'Élection & admission',
    anchor: 'election-admission',
  })
})

test('ten thousand equal headings still get their anchors quickly', () => {
  const headings = listHeadings(doc(...Array.from({ length: 10_000 }, () => heading('Same'))))
  expect(new Set(headings.map(({ anchor }) => anchor)).size).toBe(10_000)
})

test('the pictures of a text are found wherever they are', () => {
  const figure = (file: string): Block => ({ type: 'figure', attrs: { file, alt: 'Rings' } })
  const item = (...content: Block[]) => ({ type: 'listItem' as const, content: [paragraph('a'), ...content] })
  const documents = [
    doc(figure('a'), { type: 'blockquote', content: [figure('b')] }),
    undefined,
    doc({ type: 'bulletList', content: [item(figure('c'))] }),
  ]
  expect(listFigureFiles(documents)).toEqual(['a', 'b', 'c'])
})
