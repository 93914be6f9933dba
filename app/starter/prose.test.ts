import { expect, test } from 'vitest'
import { documentSchema } from '#features/content/text/document.ts'
import { prose } from './prose.ts'

const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const cell = (type: string, words: string) => ({ type, content: [paragraph(text(words))] })
const item = (words: string) => ({ type: 'listItem', content: [paragraph(text(words))] })

test('blocks are distinguished by the start of their lines', () => {
  const document = prose(String.raw`
    ## Aims
    To advance
    science.

    ### Means
    - lectures
    - printed
      matter

    3. third
    4. fourth

    > Quoted
    >
    > twice

    $$E = mc^2$$

    $$
    a

    b
    $$
  `)

  expect(document.content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [text('Aims')] },
    paragraph(text('To advance science.')),
    { type: 'heading', attrs: { level: 3 }, content: [text('Means')] },
    { type: 'bulletList', content: [item('lectures'), item('printed matter')] },
    { type: 'orderedList', attrs: { start: 3 }, content: [item('third'), item('fourth')] },
    { type: 'blockquote', content: [paragraph(text('Quoted')), paragraph(text('twice'))] },
    { type: 'blockMath', attrs: { latex: 'E = mc^2' } },
    { type: 'blockMath', attrs: { latex: 'a\n\nb' } },
  ])
})

test('a table has its first row as header', () => {
  expect(prose('| Year | Place |\n| --- | --- |\n| 2020 | A \\| B |').content).toEqual([
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [cell('tableHeader', 'Year'), cell('tableHeader', 'Place')] },
        { type: 'tableRow', content: [cell('tableCell', '2020'), cell('tableCell', 'A | B')] },
      ],
    },
  ])
})

test('marks in a line become marks and nodes', () => {
  const link = { type: 'link', attrs: { href: '/rules#3' } }
  const source = String.raw`a *b **c*** **d *e*** ${'`f*`'} [g *h*](/rules#3) $\alpha_1$ i^[see [3], p. 4] \*j\* 5*6\
    k`
  expect(prose(source).content).toEqual([
    paragraph(
      text('a '),
      text('b ', { type: 'italic' }),
      text('c', { type: 'italic' }, { type: 'bold' }),
      text(' '),
      text('d ', { type: 'bold' }),
      text('e', { type: 'bold' }, { type: 'italic' }),
      text(' '),
      text('f*', { type: 'code' }),
      text(' '),
      text('g ', link),
      text('h', link, { type: 'italic' }),
      text(' '),
      { type: 'inlineMath', attrs: { latex: '\\alpha_1' } },
      text(' i'),
      { type: 'footnote', attrs: { text: 'see [3], p. 4' } },
      text(' *j* 5*6'),
      { type: 'hardBreak' },
      text('k'),
    ),
  ])
})

test('an address that links may not lead to is an error', () => {
  expect(() => prose('[a](javascript:alert(1))')).not.toThrow()
  expect(() => prose('[a](javascript:alert)')).toThrow('Enter an address')
})

test('the result satisfies the schema of documents', () => {
  const document = prose('## A\n\n- *b*\n\n| c |\n| d^[e] |')
  expect(documentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document)
})
