import { expect, test } from 'vitest'
import {
  asWholeIfShort,
  fitsName,
  hasBeginnings,
  hasMeanings,
  hasWords,
  toFts5,
  toTsquery,
} from './word-match.ts'

test('every word is required', () => {
  expect(toFts5(hasBeginnings(['quantum', 'optics']))).toBe('("quantum" * AND "optics" *)')
  expect(toTsquery(hasWords(['quantum', '30th']))).toBe(`(('quantum' | 'quantums') & '30th')`)
})

test('in names an initial may stand for a word, but one word must be there in full', () => {
  expect(toTsquery(fitsName(['chandra', 'raman']))).toBe(
    `(('chandra':* | 'c') & ('raman':* | 'r') & ('chandra':* | 'raman':*))`,
  )
})

test('a single long word is required in full', () => {
  expect(fitsName(['raman'])).toEqual(hasBeginnings(['raman']))
  expect(fitsName(['c', 'v', 'raman'])).toEqual(hasBeginnings(['c', 'v', 'raman']))
})

test('short words must be whole, and longer ones may go on', () => {
  const meanings = [{ begins: ['fee', 'subscription'], is: ['dues'] }]
  expect(toTsquery(hasMeanings(meanings, asWholeIfShort))).toBe(
    `(('fee' | 'fees') | 'subscription':* | 'dues')`,
  )
  expect(toTsquery(fitsName(['c', 'ram'], asWholeIfShort))).toBe(`('c':* & ('ram' | 'rams'))`)
})
