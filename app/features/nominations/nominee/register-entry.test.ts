import { expect, test } from 'vitest'
import { doubtsAboutEntry, isNamedLike } from './register-entry.ts'

const asha = { title: 'dr', firstName: 'Asha', lastName: 'Sample' }
const entry = (givenName: string, familyName: string) => ({ memberNo: 'LM-12', givenName, familyName })

test.for([
  ['Asha', 'Sample', true],
  ['ASHA', 'SAMPLE', true],
  ['A.', 'Sample', true],
  ['Asha Devi', 'Sample', true],
  ['Sample', 'Asha', true],
  ['Usha', 'Sample', false],
  ['Asha', 'S.', false],
  ['Asha', 'Rao', false],
  ['', 'Sample', false],
] as const)('“%s %s” is the name of Asha Sample: %s', ([given, family, isSame]) => {
  expect(isNamedLike(entry(given, family), asha)).toBe(isSame)
})

test('a doubt names both people, and a death is a doubt of its own', () => {
  expect(doubtsAboutEntry(entry('Asha', 'Sample'), asha)).toEqual([])
  const dead = { ...entry('Meera', 'Rao'), title: 'Prof.', diedYear: 1994 }
  expect(doubtsAboutEntry(dead, asha)).toEqual([
    'In the register, LM-12 belongs to Prof. Meera Rao. The nominee is Dr Asha Sample.',
    'In the register, Prof. Meera Rao (LM-12) died in 1994.',
  ])
})
