import { expect, test } from 'vitest'
import { currentItem, openGroups, waitingIn } from './rail.ts'

const group = (label: string, count: number, waiting = 0) => ({
  label,
  items: Array.from({ length: count }, (_, index) => ({
    label: `${label} ${index}`,
    href: `/${label}/${index}`,
    waiting,
  })),
})
const groups = [group('work', 2), group('academy', 4, 3), group('pages', 7), group('site', 11)]

test('the area of a page is the nearest one above it', () => {
  expect(currentItem(groups, '/pages/3')?.label).toBe('pages 3')
  expect(currentItem(groups, '/pages/3/versions')?.label).toBe('pages 3')
  expect(currentItem(groups, '/elsewhere')).toBeUndefined()
})

test('the group of the page is open, and the first ones as far as there is room', () => {
  const labels = (path: string) =>
    [...openGroups(groups, currentItem(groups, path))].map(({ label }) => label)
  expect(labels('/work/0')).toEqual(['work', 'academy', 'pages'])
  expect(labels('/site/0')).toEqual(['site', 'work', 'academy'])
  expect(labels('/elsewhere')).toEqual(['work', 'academy', 'pages'])
})

test('a folded group says how much waits in it', () => {
  expect(groups.map(waitingIn)).toEqual([0, 12, 0, 0])
})
