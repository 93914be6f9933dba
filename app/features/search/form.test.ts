import { expect, test } from 'vitest'
import { readSearchQuery } from './form.ts'

test('a question and a page are read, and both may be left out', () => {
  expect(read('q=C.+V.+Raman&page=2')).toEqual({ ok: true, query: { q: 'C. V. Raman', page: 2 } })
  expect(read('')).toEqual({ ok: true, query: { q: '', page: 1 } })
})

test.each([
  [`q=${'x'.repeat(201)}`, 'q', 'What you look for can have 200 characters at most.'],
  ['page=51', 'page', 'The page in the address must be a number from 1 to 50.'],
  ['page=0', 'page', 'The page in the address must be a number from 1 to 50.'],
  ['sort=title', 'sort', 'This page does not know “sort” in its address.'],
])('%s is refused with a sentence that names the parameter', (query, parameter, error) => {
  expect(read(query)).toEqual({ ok: false, parameter, error })
})

function read(query: string) {
  return readSearchQuery(new URLSearchParams(query))
}
