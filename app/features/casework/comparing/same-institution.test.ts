import { expect, test } from 'vitest'
import { areSameInstitution } from './same-institution.ts'

test.for([
  ['Indian Institute of Technology, Bombay', 'IIT Bombay'],
  ['Department of Physics, University of Allahabad', 'University of Allahabad'],
  ['The University of Allahabad', 'Allahabad University, Prayagraj'],
  ['Tata Institute of Fundamental Research', 'TIFR'],
  ['Institut für Optik', 'INSTITUT FUR OPTIK'],
])('%s and %s may be one institution', ([one = '', other = '']) => {
  expect(areSameInstitution(one, other)).toBe(true)
  expect(areSameInstitution(other, one)).toBe(true)
})

test.for([
  ['University of Allahabad', 'University of Lucknow'],
  ['IIT Bombay', 'Indian Institute of Technology, Madras'],
  ['University', 'University of Lucknow'],
  ['', ''],
  ['Institute A', 'Institute B'],
])('%s and %s are two', ([one = '', other = '']) => {
  expect(areSameInstitution(one, other)).toBe(false)
})
