import { expect, test } from 'vitest'
import { displayName, fullName, sortName } from './register.ts'

const raman = { title: 'Prof.', givenName: 'Chandrasekhara Venkata', familyName: 'Raman' }

test('a name is printed with its title, or without if there is none', () => {
  expect(displayName(raman)).toBe('Prof. Chandrasekhara Venkata Raman')
  expect(displayName({ ...raman, title: null })).toBe('Chandrasekhara Venkata Raman')
})

test('a person may have only one name', () => {
  expect(fullName({ givenName: '', familyName: 'Rajalakshmi' })).toBe('Rajalakshmi')
  expect(sortName({ givenName: 'Rajalakshmi', familyName: '' })).toBe('rajalakshmi')
})

test('people are ordered by family name, ignoring accents, case and punctuation', () => {
  expect(sortName(raman)).toBe('raman  chandrasekhara venkata')
  expect(sortName({ givenName: 'Séan', familyName: 'O’Brien' })).toBe('o brien  sean')
})

test('every plain Kumar comes before the first Kumar Das', () => {
  const kumars = [
    { givenName: 'Anil', familyName: 'Kumar Das' },
    { givenName: 'Zubin', familyName: 'Kumar' },
    { givenName: 'Anil', familyName: 'Kumar' },
    { givenName: 'Anil', familyName: 'Kumara' },
  ]
  expect(kumars.map(sortName).toSorted()).toEqual([
    'kumar  anil',
    'kumar  zubin',
    'kumar das  anil',
    'kumara  anil',
  ])
})
