import { expect, test } from 'vitest'
import { routeNamer } from './route-names.ts'

const nameOf = routeNamer([
  '/',
  '/awards',
  '/awards/:slug',
  '/preview/*',
  '/*',
  '/editor/people/:id',
  '/editor/people/new',
])

test.for([
  ['/', '/'],
  ['/_.data', '/'],
  ['/awards', '/awards'],
  ['/awards/raman', '/awards/:slug'],
  ['/awards/raman.data', '/awards/:slug'],
  ['/editor/people/new', '/editor/people/new'],
  ['/editor/people/0198', '/editor/people/:id'],
  ['/preview/a/b.png', '/preview/*'],
  ['/awards/raman/1', '/*'],
] as const)('a request for %s is counted as %s', ([path, name]) => {
  expect(nameOf(path)).toBe(name)
})

test('an unknown path has a route name too', () => {
  expect(routeNamer(['/'])('/elsewhere')).toBe('none')
})
