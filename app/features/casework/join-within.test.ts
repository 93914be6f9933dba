import { expect, test } from 'vitest'
import { joinWithin } from './join-within.ts'

test.for([
  [[], ''],
  [['One.', 'Two.'], 'One.\nTwo.'],
  [['One sentence.', 'Another sentence.'], 'One sentence.'],
  [['One sentence. And another one.'], 'One sentence.'],
  [['One clause; and another one'], 'One clause;'],
  [['Onelongwordwithoutanysentence'], 'Onelongwordwithoutan'],
] as const)('of %j twenty characters are used up to the end of a line or sentence', ([lines, joined]) => {
  expect(joinWithin([...lines], 20)).toBe(joined)
})
