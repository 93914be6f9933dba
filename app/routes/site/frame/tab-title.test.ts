import { expect, test } from 'vitest'
import { tabTitle } from './tab-title.ts'

test('a tab title has each name once', () => {
  expect(tabTitle(['Fees', 'Academy'])).toBe('Fees – Academy')
  expect(tabTitle(['Academy', 'Academy'])).toBe('Academy')
  expect(tabTitle(['Nomination', 'Nomination', 'Academy'], true)).toBe('Error: Nomination – Academy')
})
