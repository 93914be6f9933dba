import { expect, test } from 'vitest'
import { nearestPaths } from './nearest.ts'

const paths = [
  '/',
  '/awards',
  '/awards/prof-pn-pandey-research-award',
  '/conferences',
  '/fellowship',
  '/fellowship/associate-fellowship',
  '/gallery',
  '/iaps/constitution',
  '/iaps/executive-council',
  '/membership/rules',
]

test.each([
  ['/galery', '/gallery'],
  ['/constitution', '/iaps/constitution'],
  ['/about/Constituton', '/iaps/constitution'],
  ['/membership/rulse', '/membership/rules'],
  ['/award', '/awards'],
  ['/fellow', '/fellowship'],
  ['/pandey_award.html', '/awards/prof-pn-pandey-research-award'],
])('%s most likely meant %s', (typed, meant) => {
  expect(nearestPaths(typed, paths, 3)[0]).toBe(meant)
})

test('no more are named than requested', () => {
  expect(nearestPaths('/fellowship/associate', paths, 1)).toHaveLength(1)
})

test('a path unlike any of ours suggests nothing', () => {
  expect(nearestPaths('/wp-login.php', paths, 3)).toEqual([])
  expect(nearestPaths('/', paths, 3)).toEqual([])
  expect(nearestPaths(`/${'%F0'.repeat(5000)}`, paths, 3)).toEqual([])
})
