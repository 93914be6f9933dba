import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from '#test/harness/db.ts'
import { clearSearch, putSearchEntries, type SearchEntry } from './search-index.server.ts'
import { findInSearch } from './search.server.ts'
import { asBeginning, asWholeIfShort, fitsName, hasBeginnings, hasWords, type Match } from './word-match.ts'
import { joinedWords, nameWordsOf, soughtWords, wordsOf } from './words.ts'

/** Both engines must find what this model finds, in the same order. */

const word = fc.constantFrom('light', 'lights', 'lig', 'raman', 'rama', 'f-9', 'f9', 'of', 'पाण्डेय', 'ö')
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const entries = fc.array(
  fc.record({
    title: text,
    name: fc.option(text),
    body: text,
    weight: fc.integer({ min: 0, max: 2 }),
    startsOn: fc.constantFrom(undefined, '2018', '2024-05-20'),
  }),
  { minLength: 1, maxLength: 12 },
)

test('both engines find the same entries in the same order', async ({ db }) => {
  await fc.assert(
    fc.asyncProperty(entries, text, async (made, question) => {
      const all = made.map(toEntry)
      await clearSearch(db)
      await putSearchEntries(db, all)
      const { hits } = await findInSearch(db, question, { limit: 50, offset: 0 })

      expect(hits.map(({ href }) => href)).toEqual(expectedOrder(all, question))
    }),
    { seed: 1994, numRuns: 150 },
  )
})

interface IndexedEntry {
  title: string
  name: string | null
  body: string
  weight: number
  startsOn: string | undefined
}

function toEntry({ title, name, body, weight, startsOn }: IndexedEntry, at: number): SearchEntry {
  const where = { subject: 'page', subjectId: `${at}`, href: `/${at}`, section: '', summary: '' }
  return { ...where, title, body, weight, startsOn, names: name === null ? [] : [name], sampleAt: null }
}

function expectedOrder(entries: SearchEntry[], question: string): string[] {
  const words = soughtWords(question)
  const titleOf = ({ title }: SearchEntry) => wordsOf(title)
  const namesOf = ({ names = [] }: SearchEntry) => names.flatMap(nameWordsOf)
  const allOf = (entry: SearchEntry) => [...titleOf(entry), ...namesOf(entry), ...wordsOf(entry.body)]
  const ranks: [(entry: SearchEntry) => string[], Match][] = [
    [titleOf, hasWords(joinedWords(question))],
    [titleOf, hasWords(words)],
  ]
  for (const compare of [asWholeIfShort, asBeginning])
    ranks.push(
      [titleOf, hasBeginnings(words, compare)],
      [namesOf, fitsName(words, compare)],
      [allOf, hasBeginnings(words, compare)],
    )
  const order = ranks.flatMap(([wordsIn, match]) =>
    entries
      .filter((entry) => fits(wordsIn(entry), match))
      .toSorted((a, b) => compare(a, b, wordsIn === titleOf)),
  )
  return [...new Set(order.map(({ href }) => href))]
}

function fits(words: string[], match: Match): boolean {
  if ('is' in match) return words.includes(match.is)
  if ('begins' in match) return words.some((word) => word.startsWith(match.begins))
  return 'all' in match
    ? match.all.every((part) => fits(words, part))
    : match.any.some((part) => fits(words, part))
}

function compare(a: SearchEntry, b: SearchEntry, byTitle: boolean) {
  const length = ({ title }: SearchEntry) => title.split(' ').length
  return (
    a.weight! - b.weight! ||
    (byTitle ? length(a) - length(b) : 0) ||
    Number((b.startsOn ?? '') > (a.startsOn ?? '')) - Number((b.startsOn ?? '') < (a.startsOn ?? '')) ||
    (plain(a.title) < plain(b.title) ? -1 : plain(a.title) > plain(b.title) ? 1 : 0) ||
    Number(a.subjectId) - Number(b.subjectId)
  )
}

function plain(title: string) {
  return title.replaceAll('ö', 'o')
}
