import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

test.each([
  ['Use this form to apply. Before you start, prepare the following.', 'Use this form to apply.'],
  ['Lectures in memory of colleagues.', 'Lectures in memory of colleagues.'],
  ['In memory of Prof. P. N. Pandey. Held each year.', 'In memory of Prof. P. N. Pandey.'],
  ['Who can join? Anyone.', 'Who can join?'],
  ['A theme of 2.5 days', 'A theme of 2.5 days'],
  ['', ''],
])('the first sentence of “%s” is “%s”', (text, first) => expect(firstSentence(text)).toBe(first))
