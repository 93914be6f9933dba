import { expect, test } from 'vitest'
import { hasPhrase, questionWords } from './translations.ts'

test.for([
  ['शुल्क', ['fee']],
  ['सदस्यता के लिए आवेदन', ['membership', 'apply']],
  ['भौतिकी के अध्येता', ['physics', 'fellow']],
  ['fellows के नाम', ['fellows', 'नाम']],
  ['का', ['का']],
  ['पाण्डेय', ['पाण्डेय']],
  ['sadasyata form', ['membership', 'form']],
  ['puraskaar', ['award']],
  ['sadas', ['sadas']],
  ['', []],
] as const)('“%s” is searched for as %s', ([question, words]) => {
  expect(questionWords(question)).toEqual(words)
})

test('a phrase has its words in their order', () => {
  expect(hasPhrase('What are the Terms and Conditions?', 'terms and conditions')).toBe(true)
  expect(hasPhrase('conditions and terms', 'terms and conditions')).toBe(false)
  expect(hasPhrase('midterms and conditions', 'terms and conditions')).toBe(false)
})
