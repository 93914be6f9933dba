import { expect, test } from 'vitest'
import { storedShare, writtenShare } from './share-text.ts'

test.for([
  ['2/3', '2/3'],
  [' 2 / 3 ', '2/3'],
  ['At least 2/3', '2/3'],
  ['more than 1/2', '>1/2'],
  ['>1/2', '>1/2'],
  ['> 1/2', '>1/2'],
  ['5', '5'],
  ['half of them', 'halfofthem'],
] as const)('%j is stored as %j', ([typed, stored]) => {
  expect(storedShare(typed)).toBe(stored)
})

test.for(['2/3', '>1/2', '5'])('%j comes back from what the form shows of it', (stored) => {
  expect(storedShare(writtenShare(stored))).toBe(stored)
})
