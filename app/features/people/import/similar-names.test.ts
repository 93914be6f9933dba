import { expect, test } from 'vitest'
import {
  areSameNames,
  areSimilarInstitutions,
  areSimilarNames,
  distance,
  institutionParts,
  nameParts,
} from './similar-names.ts'
import { RegisterIndex } from './register-index.ts'

test.each([
  ['Chandrasekhara Venkata Raman', 'C. V. Raman'],
  ['C.V. Raman', 'CV Raman'],
  ['Raman C V', 'Chandrasekhara Venkata Raman'],
  ['RAMAN, CHANDRASEKHARA', 'Chandrasekhara Raman'],
  ['Jürgen Müller', 'Juergen Müller'.replace('ue', 'ü')],
  ['Jurgen Muller', 'Jürgen Müller'],
  ['Rajesh Sharma', 'Rajesh Sharmma'],
  ['Rajesh Kumar Sharma', 'Rajesh Sharma'],
  ['Siobhán O’Brien', "Siobhan O'Brien"],
  ['आशा वर्मा', 'आशा वर्मा'],
  ['Rajehs Sharma', 'Rajesh Sharma'],
])('%s and %s may be the same', (one, other) => {
  expect(areSimilarNames(nameParts(one), nameParts(other))).toBe(true)
  expect(areSimilarNames(nameParts(other), nameParts(one))).toBe(true)
})

test.each([
  ['Rajesh Sharma', 'Mukesh Sharma'],
  ['A. Sharma', 'B. Sharma'],
  ['C. V. Raman', 'C. V. Rao'],
  ['Sharma', 'Rajesh Sharma'],
  ['R. K. S. Rao', 'R. Rao'],
  ['A. B.', 'A. B.'],
  ['आशा वर्मा', 'उषा वर्मा'],
  ['', 'Rajesh Sharma'],
])('%s and %s are different', (one, other) => {
  expect(areSimilarNames(nameParts(one), nameParts(other))).toBe(false)
})

test.each([
  ['Chandrasekhara Venkata Raman', 'C. V. Raman', true],
  ['RAMAN, CHANDRASEKHARA', 'Chandrasekhara Raman', true],
  ['Rajesh Kumar Sharma', 'Rajesh Sharma', true],
  ['Asha Sharma', 'Usha Sharma', false],
  ['Rajesh Sharma', 'Rajesh Sharmma', false],
  ['A. Sharma', 'B. Sharma', false],
])('%s and %s prove the same person: %s', (one, other, isSame) => {
  expect(areSameNames(nameParts(one), nameParts(other))).toBe(isSame)
  expect(areSameNames(nameParts(other), nameParts(one))).toBe(isSame)
})

test.each([
  ['IIT Kanpur', 'Indian Institute of Technology Kanpur', true],
  ['Indian Institute of Technology, Kanpur', 'Indian Inst. of Technology Kanpur', true],
  ['Univ. of Allahabad', 'University of Allahabad', true],
  ['University of Delhi', 'Delhi University', true],
  ['Universität Göttingen', 'Universitat Gottingen', true],
  ['Department of Physics, University of Delhi', 'University of Delhi', true],
  ['काशी हिन्दू विश्वविद्यालय', 'काशी हिन्दू विश्वविद्यालय, वाराणसी', true],
  ['IIT Kanpur', 'IIT Delhi', false],
  ['Indian Institute of Technology Delhi', 'Indian Institute of Technology Kanpur', false],
  ['National Institute of Science', 'Indian Institute of Technology', false],
  ['Institute of Physics', 'Institute of Physics', true],
  ['University of Delhi', 'University of Mumbai', false],
  ['', 'University of Delhi', false],
])('institutions: %s and %s: %s', (one, other, isSame) => {
  expect(areSimilarInstitutions(institutionParts(one), institutionParts(other))).toBe(isSame)
})

test('typos are counted: a wrong, missing, extra or swapped letter is one', () => {
  expect(distance('sharma', 'sharma', 2)).toBe(0)
  expect(distance('sharma', 'shamra', 2)).toBe(1)
  expect(distance('sharma', 'shrma', 2)).toBe(1)
  expect(distance('sharma', 'sharmaa', 2)).toBe(1)
  expect(distance('sharma', 'verma', 1)).toBe(2)
})

test('among many the similar one is found, and nobody else', () => {
  const index = new RegisterIndex()
  for (let number = 0; number < 3000; number++)
    index.add({
      id: `p${number}`,
      name: `${given(number)} ${family(number)}`,
      institution: `University ${number % 50}`,
    })
  index.add({ id: 'raman', name: 'Chandrasekhara Venkata Raman', institution: 'IACS Kolkata' })
  index.add({ id: 'alone', name: 'Asha Verma', institution: null })
  index.ready()

  expect(index.find({ name: 'C. V. Raman', institution: 'IACS, Kolkata' })).toBe('raman')
  expect(index.find({ name: 'Raman Chandrasekhra V.', institution: 'I.A.C.S. Kolkata' })).toBe('raman')
  expect(index.find({ name: 'C. V. Raman', institution: 'IIT Delhi' })).toBeUndefined()
  expect(index.find({ name: 'C. V. Raman', institution: null })).toBeUndefined()
  expect(index.find({ name: 'Verma Asha', institution: null })).toBe('alone')
  expect(index.find({ name: 'A. Verma', institution: null })).toBeUndefined()
  expect(index.find({ name: '', institution: null })).toBeUndefined()
})

function given(number: number) {
  return ['Asha', 'Ravi', 'Meera', 'Kabir', 'Uma', 'Nila', 'Vikram'][number % 7] ?? ''
}

function family(number: number) {
  return `${['Sharma', 'Iyer', 'Rao', 'Das', 'Pillai'][number % 5]}${'abcdefghij'.charAt(number % 10)}`
}
