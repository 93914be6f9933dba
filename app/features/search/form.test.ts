import { expect, test } from 'vitest'
import { readSearchQuery } from './form.ts'

test('a search and a page are read, and both may be omitted', () => {
  expect(read('q=C.+V.+Raman&page=2')).toEqual({ ok: true, query: { q: 'C. V. Raman', page: 2 } })
  expect(read('')).toEqual({ ok: true, query: { q: '', page: 1 } })
})

test.each([
  [`q=${'x'.repeat(201)}`, 'q', 'Shorten your search to 200 characters.'],
  ['page=51', 'page', 'The page in the address must be a number from 1 to 50.'],
  ['page=0', 'page', 'The page in the address must be a number from 1 to 50.'],
  ['sort=title', 'sort', 'This page has no option “sort”. Open it from the menu.'],
])('%s is refused with a sentence that names the parameter', (query, parameter, error) => {
  expect(read(query)).toEqual({ ok: false, parameter, error })
})

function read(query: string) {
  return readSearchQuery(new URLSearchParams(query))
}
