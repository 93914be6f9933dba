import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameSlug, TakenSlugs } from './name-slug.ts'

test.for([
  ['Siddh Nath Upadhyay', 'siddh-nath-upadhyay'],
  ['C. V. Raman', 'c-v-raman'],
  ['Śrīnivāsa Rāmānujan', 'srinivasa-ramanujan'],
  ['Conor O’Brien', 'conor-obrien'],
  ['Jean-Pierre Łukasz Strauß', 'jean-pierre-lukasz-strauss'],
  ['सिद्धनाथ पाण्डेय', 'siddhanath-pandey'],
  ['चन्द्र मिश्र', 'chandra-mishra'],
  ['कृष्ण उपाध्याय', 'krishna-upadhyay'],
  ['Ольга Ладыженская', 'olga-ladyzhenskaya'],
  ['Ἀρχιμήδης', 'archimidis'],
  ['祖沖之', 'fellow'],
  ['', 'fellow'],
])('the name %s becomes %s', ([name, slug]) => {
  expect(nameSlug(name!)).toBe(slug)
})

test('whatever the name, its slug is plain and short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      expect(nameSlug(name)).toMatch(/^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/)
    }),
    { seed: 6, numRuns: 500 },
  )
})

test('people of the same name get the next numbers, also where a name ends in one', () => {
  const taken = new TakenSlugs()
  for (const slug of ['asha-rao', 'asha-rao-7']) taken.add(slug)

  expect(
    ['asha-rao', 'asha-rao', 'asha', 'asha-rao-7', 'dev', 'dev-2', 'dev'].map((name) => taken.take(name)),
  ).toEqual([...['asha-rao-8', 'asha-rao-9', 'asha', 'asha-rao-7-2', 'dev', 'dev-2', 'dev-3']])
})
