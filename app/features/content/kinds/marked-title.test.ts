import { expect, test } from 'vitest'
import { markedTitle } from './marked-title.ts'

test.for([
  ['Lines of force', true, 'Lines of force (sample)'],
  ['Lines of force', false, 'Lines of force'],
  ['Sample lecture: lines of force', true, 'Sample lecture: lines of force'],
  ['Call closes: Sample call: a medal', true, 'Call closes: Sample call: a medal'],
  ['Lines of force (sample)', true, 'Lines of force (sample)'],
] as const)('“%s”, a sample: %s, is called “%s”', ([title, sample, marked]) => {
  expect(markedTitle(title, sample)).toBe(marked)
})
