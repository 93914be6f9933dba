import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const meaning = (...words: string[]) => words.map((word) => ({ begins: [word], is: [] }))
const filler = 'Nothing that anyone looks for stands in this sentence. '

test('the summary is shown if it has one of the words, or if nothing has', () => {
  expect(excerptOf('About light.', 'Other text', meaning('light'))).toBe('About light.')
  expect(excerptOf('About light.', 'Other text', meaning('zebra'))).toBe('About light.')
})

test('otherwise the piece of the text that has most of the words', () => {
  const body = `${filler.repeat(5)}A fee is named here. ${filler.repeat(8)}The fee for life members is due once. ${filler.repeat(5)}`
  const excerpt = excerptOf('About the Academy.', body, meaning('fee', 'life'))

  expect(excerpt).toContain('The fee for life members is due once.')
  expect(excerpt.startsWith('… ')).toBe(true)
  expect(excerpt.endsWith(' …')).toBe(true)
  expect(excerpt.length).toBeLessThan(270)
})

test('no half formula is shown', () => {
  const body = `${'word '.repeat(60)}energy \ue000${'m + '.repeat(100)}c\ue001 end`
  expect(excerptOf('', body, meaning('energy'))).not.toContain('\ue000')
})
