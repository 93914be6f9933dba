import { expect, test } from 'vitest'
import { meaningfulWords, meaningOf, stemOf, withoutUnspecific } from './related-words.ts'

test.each([
  ['nominate', 'nomination'],
  ['nominated', 'nominations'],
  ['fellow', 'fellows'],
  ['fee', 'fees'],
  ['lecture', 'lectures'],
  ['member', 'members'],
  ['apply', 'applies'],
])('%s and %s begin alike', (one, other) => {
  const [a, b] = [stemOf(one), stemOf(other)]
  expect(a.startsWith(b) || b.startsWith(a), `${a} and ${b}`).toBe(true)
})

test.each(['gas', 'iaps', 'physics', '2018', 'पाण्डेय', 'f9012'])(
  '%s keeps what makes it that word',
  (word) => {
    expect(stemOf(word).length).toBeGreaterThanOrEqual(Math.min(word.length, 3))
    expect(word.startsWith(stemOf(word))).toBe(true)
  },
)

test('a word also stands for its synonyms, in any form', () => {
  expect(meaningOf('fees').is).toEqual(expect.arrayContaining(['fee', 'dues']))
  expect(meaningOf('fees').begins).toContain('subscript')
  expect(meaningOf('applies').begins).toContain('applic')
  expect(meaningOf('raman')).toEqual({ begins: ['raman'], is: [] })
})

test('words that say nothing are left out, unless there are no others', () => {
  expect(meaningfulWords(['how', 'to', 'become', 'a', 'fellow'])).toEqual(['become', 'fellow'])
  expect(meaningfulWords(['who', 'are', 'we'])).toEqual(['who', 'are', 'we'])
})

test('the name of the Academy and the form of a page say nothing, unless there is nothing else', () => {
  expect(withoutUnspecific(['constitution', 'pdf'])).toEqual(['constitution'])
  expect(withoutUnspecific(['president', 'iaps'])).toEqual(['president'])
  expect(withoutUnspecific(['iaps'])).toEqual(['iaps'])
})
