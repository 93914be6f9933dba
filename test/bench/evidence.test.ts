import { expect, test } from 'vitest'
import { tableOf, withSection } from './evidence.ts'

const page = '# Load\n\nWords.\n\n## One\n\nold\n\n## Two\n\nkept\n'

test('a part that is there is put anew, and the others stay', () => {
  expect(withSection(page, 'One', 'new\n')).toBe('# Load\n\nWords.\n\n## One\n\nnew\n\n## Two\n\nkept\n')
})

test('a part that is not there is added at the end', () => {
  expect(withSection('# Load\n', 'One', 'first')).toBe('# Load\n\n## One\n\nfirst\n')
  expect(withSection(page, 'On', 'other')).toBe(`${page}\n## On\n\nother\n`)
})

test('numbers stand to the right in a table', () => {
  expect(tableOf(['what', 'ms'], [['list', 12]])).toBe('| what | ms |\n| --- | --: |\n| list | 12 |')
})
