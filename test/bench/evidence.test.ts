import { expect, test } from 'vitest'
import { tableOf, withSection } from './evidence.ts'

const page = '# Load\n\nWords.\n\n## One\n\nold\n\n## Two\n\nkept\n'

test('an existing section is replaced, and the others stay', () => {
  expect(withSection(page, 'One', 'new\n')).toBe('# Load\n\nWords.\n\n## One\n\nnew\n\n## Two\n\nkept\n')
})

test('a new section is added at the end', () => {
  expect(withSection('# Load\n', 'One', 'first')).toBe('# Load\n\n## One\n\nfirst\n')
  expect(withSection(page, 'On', 'other')).toBe(`${page}\n## On\n\nother\n`)
})

test('numbers are right-aligned in a table', () => {
  expect(tableOf(['what', 'ms'], [['list', 12]])).toBe('| what | ms |\n| --- | --: |\n| list | 12 |')
})
