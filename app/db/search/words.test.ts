import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import {
  dayWords,
  initialsOf,
  joinedWords,
  nameWordsOf,
  phraseIn,
  phrasesOf,
  plainText,
  soughtWords,
  wordsOf,
} from './words.ts'

test('accents and case are removed from the European scripts', () => {
  expect(plainText('Śrīnivāsa RĀMĀNUJAN')).toBe('srinivasa ramanujan')
  expect(plainText('Erdős Łoś Ångström Đorđević İnönü')).toBe('erdos los angstrom dordevic inonu')
  expect(plainText('Weiß Æther Œrsted Þór')).toBe('weiss aether oersted thor')
})

test('the vowel signs of Indian scripts stay', () => {
  expect(wordsOf('चंद्रशेखर वेंकट रमन')).toEqual(['चंद्रशेखर', 'वेंकट', 'रमन'])
  expect(wordsOf('சந்திரசேகர வெங்கட ராமன்')).toEqual(['சந்திரசேகர', 'வெங்கட', 'ராமன்'])
})

test('words written in different ways of the same letters are the same', () => {
  expect(plainText('é')).toBe(plainText('e\u0301'))
  expect(plainText('ﬁeld １２')).toBe('field 12')
  expect(wordsOf('क्\u200dष')).toEqual(wordsOf('क्ष'))
  expect(plainText('한글')).toBe('한글'.normalize('NFC'))
})

test('punctuation splits words, and what an apostrophe or a hyphen links is also one word', () => {
  expect(wordsOf('C.V. Raman (1930)')).toEqual(['c', 'v', 'raman', '1930'])
  expect(wordsOf('O’Brien')).toEqual(['o', 'brien', 'obrien'])
  expect(wordsOf('Jean-Pierre')).toEqual(['jean', 'pierre', 'jeanpierre'])
})

test('a name has its initials as a word', () => {
  expect(initialsOf('Chandrasekhara Venkata Raman')).toBe('cvr')
  expect(nameWordsOf('C. V. Raman')).toEqual(['c', 'v', 'raman', 'cvr'])
  expect(nameWordsOf('')).toEqual([])
})

test('an apostrophe or its possessive s does not split a search word', () => {
  expect(soughtWords("O'Brien")).toEqual(['obrien'])
  expect(soughtWords('Raman’s effect')).toEqual(['raman', 'effect'])
})

test('only the first twelve words and four single letters are searched', () => {
  expect(soughtWords(Array.from({ length: 30 }, (_, index) => `word${index}`).join(' '))).toHaveLength(12)
  expect(soughtWords('a b c d e f raman')).toEqual(['a', 'b', 'c', 'd', 'raman'])
})

test('words contain only letters, marks and digits, and normalising them again changes nothing', () => {
  fc.assert(
    fc.property(anyText(60), (text) => {
      for (const word of [...wordsOf(text), ...nameWordsOf(text), ...soughtWords(text)]) {
        expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
        expect(soughtWords(word)).toEqual([word])
      }
    }),
    { seed: 1994, numRuns: 500 },
  )
})

test('what is in quotes is a phrase, whatever the quotes', () => {
  const [phrase = ''] = phrasesOf('the “Speed  of LIGHT” in vacuum')
  expect(phraseIn('About the speed of light.', phrase)).toBe(true)
  expect(phraseIn('About the speed of lights.', phrase)).toBe(false)
  expect(phrasesOf('no “quotes')).toEqual([])
})

test('references are also one word, and days are months and years', () => {
  expect(joinedWords('F-9012 and CONIAPS-XXX')).toEqual(['f9012', 'and', 'coniapsxxx'])
  expect(dayWords('2018-04-13')).toEqual(['april', '2018'])
  expect(dayWords('2018')).toEqual(['2018'])
})
