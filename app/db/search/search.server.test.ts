import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { test } from '#test/harness/db.ts'
import { putSearchEntries, putSearchEntry, removeSearchEntry } from './search-index.server.ts'
import { findInSearch, maxHits } from './search.server.ts'
import type { SearchEntry } from './search-index.server.ts'
import type { Tables } from '#db/schema/tables.ts'

const firstPage = { limit: 20, offset: 0 }

test('a hit contains everything that a list of results shows', async ({ db }) => {
  await putSearchEntry(
    db,
    entry({ title: 'Aims', summary: 'Why we are here', body: 'platform', sampleAt: 5 }),
  )

  const { total, isMore, hits } = await findInSearch(db, 'platform', firstPage)

  expect({ total, isMore }).toEqual({ total: 1, isMore: false })
  expect(hits).toEqual([
    {
      title: 'Aims',
      href: '/Aims',
      summary: 'Why we are here',
      section: 'About',
      details: '',
      startsOn: null,
      endsOn: null,
      body: 'platform',
      sampleAt: 5,
    },
  ])
})

test('titles come before names, names before text, and each by title', async ({ db }) => {
  await putSearchEntries(db, [
    entry({ title: 'Zeta page', body: 'about raman scattering' }),
    entry({ title: 'Alpha page', body: 'about raman scattering' }),
    entry({ title: 'Lecture', names: ['C. V. Raman'] }),
    entry({ title: 'Ramanujan lecture' }),
    entry({ title: 'The Raman effect' }),
  ])

  expect(await titles(db, 'raman')).toEqual([
    'The Raman effect',
    'Ramanujan lecture',
    'Lecture',
    'Alpha page',
    'Zeta page',
  ])
})

test('all words are required, each may be only a prefix', async ({ db }) => {
  await putSearchEntries(db, [
    entry({ title: 'Quantum optics', body: 'lasers' }),
    entry({ title: 'Quantum chemistry', body: 'molecules' }),
  ])

  expect(await titles(db, 'quant las')).toEqual(['Quantum optics'])
  expect(await titles(db, 'quantum')).toEqual(['Quantum chemistry', 'Quantum optics'])
  expect(await titles(db, 'optics molecules')).toEqual([])
})

test('initials match both ways', async ({ db }) => {
  await putSearchEntries(db, [
    person('Chandrasekhara Venkata Raman'),
    person('C. V. Raman'),
    person('Charles Raman'),
  ])

  const both = ['C. V. Raman', 'Chandrasekhara Venkata Raman']
  expect(await titles(db, 'C V Raman')).toEqual(both)
  expect(await titles(db, 'CV Raman')).toEqual(both)
  expect(await titles(db, 'Chandrasekhara Raman')).toEqual(both.toReversed())
  expect(await titles(db, 'Chandrasekhara')).toEqual(['Chandrasekhara Venkata Raman'])
})

test('initials match in names only', async ({ db }) => {
  await putSearchEntries(db, [entry({ title: 'Plan A', body: 'physics' }), person('A. Kumar')])

  expect(await titles(db, 'physics award')).toEqual([])
})

test('accents, apostrophes and other scripts are found', async ({ db }) => {
  await putSearchEntries(db, [
    person('Śrīnivāsa Rāmānujan'),
    person("Séan O'Brien"),
    person('चंद्रशेखर वेंकट रमन'),
  ])

  expect(await titles(db, 'ramanujan srinivasa')).toEqual(['Śrīnivāsa Rāmānujan'])
  expect(await titles(db, 'RĀMĀNUJAN')).toEqual(['Śrīnivāsa Rāmānujan'])
  for (const text of ['obrien', 'O’Brien', 'o brien', 'sean brien'])
    expect(await titles(db, text)).toEqual(["Séan O'Brien"])
  expect(await titles(db, 'वेंकट')).toEqual(['चंद्रशेखर वेंकट रमन'])
  expect(await titles(db, 'वांकट')).toEqual([])
})

test('writing about the same subject replaces what was there', async ({ db }) => {
  await putSearchEntry(db, entry({ subjectId: 'one', title: 'Old title', body: 'old' }))
  await putSearchEntries(db, [
    entry({ subjectId: 'one', title: 'Between', body: 'between' }),
    entry({ subjectId: 'one', title: 'New title', body: 'new' }),
  ])

  expect(await titles(db, 'old')).toEqual([])
  expect(await titles(db, 'between')).toEqual([])
  expect(await titles(db, 'new')).toEqual(['New title'])
})

test('removed entries are not found', async ({ db }) => {
  await putSearchEntries(db, [
    entry({ subjectId: 'one', title: 'One page' }),
    entry({ subjectId: 'two', title: 'Two page' }),
  ])

  await removeSearchEntry(db, 'page', 'one')

  expect(await titles(db, 'page')).toEqual(['Two page'])
  await putSearchEntry(db, entry({ subjectId: 'three', title: 'Three page' }))
  expect(await titles(db, 'one')).toEqual([])
})

test('beyond a thousand hits it only says that there are more', async ({ db }) => {
  const many = Array.from({ length: maxHits + 5 }, (_, index) =>
    entry({ title: `Item ${String(index).padStart(4, '0')}` }),
  )
  await putSearchEntries(db, [...many, entry({ title: 'Other', body: 'item' })])

  const first = await findInSearch(db, 'item', firstPage)
  const last = await findInSearch(db, 'item', { limit: 20, offset: maxHits - 20 })

  expect(first).toMatchObject({ total: maxHits, isMore: true })
  expect(first.hits.map((hit) => hit.title).slice(0, 2)).toEqual(['Item 0000', 'Item 0001'])
  expect(last.hits).toHaveLength(20)
  expect(await titles(db, 'item 1004')).toEqual(['Item 1004'])
})

test('a page beyond the end is empty', async ({ db }) => {
  await putSearchEntry(db, entry({ title: 'Only' }))

  expect(await findInSearch(db, 'only', { limit: 20, offset: 20 })).toEqual({
    total: 1,
    isMore: false,
    whole: 1,
    meanings: [{ begins: ['only'], is: [] }],
    hits: [],
  })
})

test('no search is an error', async ({ db }) => {
  await putSearchEntries(db, [
    person('C. V. Raman'),
    entry({ title: 'AND or NOT near', body: '100 % * " \\ : &' }),
  ])

  await fc.assert(
    fc.asyncProperty(anyText(200), async (text) => {
      const { total } = await findInSearch(db, text, firstPage)
      expect(total).toBeLessThanOrEqual(2)
    }),
    {
      seed: 1994,
      numRuns: 100,
      examples: [['\ud800'], ['\0'], ['NEAR('], ["'':*"], ['title:x'], ['"'], ['']],
    },
  )
})

test('any text can be indexed', async ({ db }) => {
  await fc.assert(
    fc.asyncProperty(anyText(300), async (text) => {
      await putSearchEntry(
        db,
        entry({ subjectId: 'same', title: 'Same', names: [text], body: text.repeat(20) }),
      )
      expect(await titles(db, 'same')).toEqual(['Same'])
    }),
    { seed: 1994, numRuns: 40 },
  )
})

async function titles(db: Kysely<Tables>, text: string) {
  const { hits } = await findInSearch(db, text, firstPage)
  return hits.map((hit) => hit.title)
}

function person(name: string) {
  return entry({ title: name, names: [name] })
}

function entry(given: Partial<SearchEntry> & { title: string }): SearchEntry {
  return {
    subject: 'page',
    subjectId: given.title,
    href: `/${given.title}`,
    summary: '',
    section: 'About',
    body: '',
    sampleAt: null,
    ...given,
  }
}
