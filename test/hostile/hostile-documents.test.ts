import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyDocument } from '#test/makers/arbitrary/any-document.ts'
import { pass } from '#test/makers/document-passage.ts'
import { hostileDocuments } from './hostile-documents.ts'
import { withFault } from './broken-documents.ts'

const corpus = hostileDocuments()

/** Words are words, whatever they say: these are accepted and must be shown literally. Nothing else may pass. */
const harmless = /^markup as (?!file)|^formula|^address/

test('the corpus has more than two thousand documents, all different', () => {
  expect(new Set(corpus.map(({ json }) => json)).size).toBeGreaterThan(2000)
})

test('what is accepted of the corpus is stored as it is and rendered to allowed markup only', () => {
  const faults = corpus.flatMap(({ family, json }) =>
    pass(json).faults.map((fault) => `${family}: ${fault} in ${json}`),
  )
  expect(faults).toEqual([])
})

test('nothing with an unknown node, mark, attribute or key is accepted', () => {
  const passed = corpus.filter(({ family, json }) => !harmless.test(family) && pass(json).isAccepted)
  expect(passed).toEqual([])
})

test('of hostile addresses only real destinations are accepted', () => {
  const hrefs = corpus
    .filter(({ family, json }) => family === 'address of a link' && pass(json).isAccepted)
    .map(({ json }) => /"href":"(.*?)"\}/.exec(json)?.[1])
  expect(hrefs).toEqual([
    '/**/javascript:alert(1)',
    '/%09/evil.example',
    '/%5cevil.example',
    "/'onclick='alert(1)",
    '#javascript:alert(1)',
    '/javascript:alert(1)',
  ])
})

test('no document changes what all objects inherit', () => {
  for (const { json } of corpus) pass(json)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('valid and broken documents of the grammar pass from request to page and back unchanged', () => {
  const either = fc.oneof(
    anyDocument().map((document) => JSON.stringify(document)),
    fc
      .tuple(anyDocument(), fc.nat(), fc.nat())
      .map(([document, where, how]) => withFault(document, where, how)),
  )
  fc.assert(
    fc.property(either, (json) => {
      expect(pass(json).faults).toEqual([])
    }),
    { seed: 3, numRuns: 400 },
  )
})
