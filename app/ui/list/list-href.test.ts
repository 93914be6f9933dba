import { expect, test } from 'vitest'
import { listHref } from './list-href.ts'

test('a list keeps its filters when its page or its order changes', () => {
  const query = { search: 'a b', state: undefined, page: 3, sort: 'name', dir: 'asc' }

  expect(listHref('/list', query)).toBe('/list?search=a+b&page=3&sort=name')
  expect(listHref('/list', query, { page: 1, dir: 'desc' })).toBe('/list?search=a+b&sort=name&dir=desc')
})

test('a list without filters has a plain address', () => {
  expect(listHref('/list', { search: '', page: 1, dir: 'asc', state: null, only: false })).toBe('/list')
})
