import { expect, test } from 'vitest'
import { readFellowQuery, readLifeListQuery } from './form.ts'

const known = { disciplines: [{ value: 'Physics' }], countries: [{ value: 'India' }, { value: 'Nepal' }] }

test('an address without a query shows the first page of all', () => {
  expect(readLife('')).toEqual({ ok: true, query: { page: 1 } })
})

test('every filter is read', () => {
  expect(
    readLife('name=C.+V.+Raman&discipline=Physics&country=India&year=1998&category=life&page=3'),
  ).toEqual({
    ok: true,
    query: {
      name: 'C. V. Raman',
      discipline: 'Physics',
      country: 'India',
      year: 1998,
      category: 'life',
      page: 3,
    },
  })
  expect(readFellow('grade=honorary-fellow')).toEqual({
    ok: true,
    query: { grade: 'honorary-fellow', page: 1 },
  })
  expect(readFellow('show=all&list=deceased')).toEqual({
    ok: true,
    query: { show: 'all', list: 'deceased', page: 1 },
  })
})

test('a filter left empty in the form counts as absent', () => {
  expect(readLife('name=&discipline=&country=&year=&page=')).toEqual({ ok: true, query: { page: 1 } })
})

test.each([
  ['page=0', 'page', 'The page in the address must be a number from 1 to 4000.'],
  ['page=4001', 'page', 'The page in the address must be a number from 1 to 4000.'],
  ['page=1e3', 'page', 'The page in the address must be a number from 1 to 4000.'],
  ['page=-1', 'page', 'The page in the address must be a number from 1 to 4000.'],
  ['year=1899', 'year', 'The year in the address must be a number from 1900 to 2200.'],
  [`name=${'x'.repeat(81)}`, 'name', 'Shorten the name to 80 characters.'],
  ['country=Atlantis', 'country', 'The country in the address does not exist. Choose one in the filter.'],
  [
    'discipline=Alchemy',
    'discipline',
    'The discipline in the address does not exist. Choose one in the filter.',
  ],
  ['show=25', 'show', 'The list in the address can only be shown as “all”.'],
  ['category=regular', 'category', 'The category in the address must be “life” or “associate”.'],
  ['grade=fellow', 'grade', 'This page has no option “grade”. Open it from the menu.'],
  ['name[x]=1', 'name[x]', 'This page has no option “name[x]”. Open it from the menu.'],
  ['__proto__=1', '__proto__', 'This page has no option “__proto__”. Open it from the menu.'],
])('%s is refused with a sentence that names the parameter', (query, parameter, error) => {
  expect(readLife(query)).toEqual({ ok: false, parameter, error })
})

test('an unknown grade is refused', () => {
  expect(readFellow('grade=king')).toMatchObject({ ok: false, parameter: 'grade' })
})

function readLife(query: string) {
  return readLifeListQuery(new URLSearchParams(query), known)
}

function readFellow(query: string) {
  return readFellowQuery(new URLSearchParams(query), known)
}
