import { expect, test } from 'vitest'
import { plainText } from './document-text.ts'
import type { RichText } from './document.ts'
import { hasFormulas, splitFormulas, withMarkedFormulas, withoutHalfFormulas } from './formula-marks.ts'

const document = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Energy is ' },
        { type: 'inlineMath', attrs: { latex: 'mc^2' } },
        { type: 'text', text: '.' },
      ],
    },
    { type: 'blockMath', attrs: { latex: '\\frac{1}{2}' } },
  ],
} as RichText

test('formulas can be told from words in the text of a document', () => {
  const text = plainText(withMarkedFormulas(document))

  expect(splitFormulas(text)).toEqual(['Energy is ', 'mc^2', '.\n', '\\frac{1}{2}', ''])
})

test('half of a formula is left out where a text is cut', () => {
  const text = plainText(withMarkedFormulas(document))

  expect(splitFormulas(withoutHalfFormulas(text.slice(0, 14)))).toEqual(['Energy is '])
  expect(splitFormulas(withoutHalfFormulas(text.slice(13)))[0]).toBe('.\n')
})

test('a document with a formula is told from one without', () => {
  expect(hasFormulas(document)).toBe(true)
  expect(hasFormulas({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe(false)
})
