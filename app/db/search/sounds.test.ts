import { expect, test } from 'vitest'
import { soundOf } from './sounds.ts'

test.for([
  ['pandey', 'pande', 'pandeya', 'पाण्डेय', 'पांडे'],
  ['upadhyay', 'upadhyaya', 'उपाध्याय'],
  ['srivastava', 'shrivastav', 'श्रीवास्तव'],
  ['sharma', 'sarma', 'शर्मा'],
  ['singh', 'सिंह'],
  ['chandrasekhar', 'chandrashekhar', 'चंद्रशेखर', 'चन्द्रशेखर'],
  ['dwivedi', 'dvivedi', 'द्विवेदी'],
  ['mishra', 'misra', 'मिश्र', 'मिश्रा'],
  ['rajkumar', 'राजकुमार'],
  ['lakshman', 'laxman', 'लक्ष्मण'],
  ['vigyan', 'vijnan', 'विज्ञान'],
  ['venkat', 'वेंकट'],
  ['raman', 'ramana', 'रमन'],
])('%s sound alike', (spellings) => {
  expect(new Set(spellings.map(soundOf)).size).toBe(1)
  expect(soundOf(spellings[0]!)).not.toBe('')
})

test('other names sound different', () => {
  const names = ['pandey', 'upadhyay', 'srivastava', 'sharma', 'singh', 'chandrasekhar', 'dwivedi', 'mishra']
  expect(new Set(names.map(soundOf)).size).toBe(names.length)
})

test('short words, numbers and other scripts have no sound', () => {
  expect(['rao', 'ram', '2018', 'xxx30', 'ராமன்', ''].map(soundOf)).toEqual(['', '', '', '', '', ''])
})
