import { expect, test } from 'vitest'
import type { Block, RichText } from './document.ts'
import { isWholeDocument, splitByHeadings } from './split-sections.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string, level: 2 | 3 | 4 = 2): Block => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})
const document = (...content: Block[]): RichText => ({ type: 'doc', content })

test('a document is cut at its highest headings, with numbers apart and lower headings raised', () => {
  const split = splitByHeadings(
    document(
      paragraph('Adopted in 1994.'),
      heading('1. Name'),
      paragraph('The Academy.'),
      heading('Article 2: Members'),
      heading('2.1 Fellows', 3),
      paragraph('Elected.'),
      heading('Dissolution'),
    ),
  )

  expect(split.lead).toEqual([paragraph('Adopted in 1994.')])
  expect(split.sections).toEqual([
    { number: '1', heading: 'Name', body: document(paragraph('The Academy.')) },
    {
      number: 'Article 2',
      heading: 'Members',
      body: document(heading('2.1 Fellows', 2), paragraph('Elected.')),
    },
    { heading: 'Dissolution', body: document({ type: 'paragraph' }) },
  ])
})

test('without headings, numbered lines in capitals are the headings', () => {
  const text = [
    paragraph('1. NAME'),
    paragraph('It is called so.'),
    paragraph('2) MEMBERS'),
    paragraph('Ten.'),
  ]
  expect(isWholeDocument(text)).toBe(true)
  expect(splitByHeadings(document(...text)).sections.map(({ number, heading }) => [number, heading])).toEqual(
    [
      ['1', 'NAME'],
      ['2', 'MEMBERS'],
    ],
  )
})

test('one heading, sentences with a number and a name in capitals do not make a whole document', () => {
  expect(isWholeDocument([heading('Name'), paragraph('1. It is.')])).toBe(false)
  expect(isWholeDocument([paragraph('1. The fee is ten.'), paragraph('2. It is paid.')])).toBe(false)
  expect(isWholeDocument([paragraph('IAPS'), paragraph('CONIAPS')])).toBe(false)
})
