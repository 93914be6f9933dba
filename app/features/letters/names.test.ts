import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isName, nameInLetter } from './names.ts'

test.for([
  ...['Prof. P. N. Pandey', 'P.N. Pandey', 'Chitra D’Souza', "Anne-Marie O'Neill", 'डॉ. आशा शर्मा'],
  ...['Ørsted, Jr.', 'Asha (Mrs) Sample', 'Li Xiǎolóng', 'Μαρία Παπαδοπούλου', 'Dr S. Ramanujan PhD'],
])('%s can be a name', (name) => {
  expect(isName(name)).toBe(true)
})

test.for([
  ...['Visit https://example.net', 'evil.example', 'www.example', 'call 12345', 'a@example.org', '...'],
  ...[
    'Win\nnow',
    '<b>Ada</b>',
    'x'.repeat(101),
    'You have won a prize and must answer this letter before noon',
  ],
])('%j cannot be a name', (text) => {
  expect(isName(text)).toBe(false)
})

test('whatever was typed as a name, a letter prints at most ten words without links, digits and line breaks', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.webUrl()), (typed) => {
      const name = nameInLetter(typed)
      expect(name).not.toMatch(/[\d@/:<>\n\r]|\.\p{L}/u)
      expect(name.length).toBeLessThanOrEqual(100)
      expect(name.split(' ').length).toBeLessThanOrEqual(10)
    }),
    { seed: 19_941_204, numRuns: 500 },
  )
})

test('a letter prints a name as typed, with a space after each point', () => {
  expect(nameInLetter('Prof. P.N. Pandey')).toBe('Prof. P. N. Pandey')
  expect(nameInLetter('Dr Asha Sample')).toBe('Dr Asha Sample')
})
