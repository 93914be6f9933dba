import { expect } from 'vitest'
import { putSearchEntries } from '#db/search/search.server.ts'
import { test } from '#test/harness/db.ts'
import { searchSite } from './queries.server.ts'

test('hits come in pages of twenty', async ({ db }) => {
  await putSearchEntries(
    db,
    Array.from({ length: 45 }, (_, index) => ({
      subject: 'page',
      subjectId: `${index}`,
      title: `Lecture ${String(index).padStart(2, '0')}`,
      href: `/lecture/${index}`,
      summary: '',
      section: 'Activities',
      body: '',
      sampleAt: null,
    })),
  )

  const third = await searchSite(db, 'lecture', 3)

  expect(third).toMatchObject({ total: 45, isMore: false, page: 3, pages: 3 })
  expect(third.hits.map((hit) => hit.title)).toEqual([
    'Lecture 40',
    'Lecture 41',
    'Lecture 42',
    'Lecture 43',
    'Lecture 44',
  ])
})

test('an empty search finds nothing', async ({ db }) => {
  expect(await searchSite(db, ' … ', 1)).toEqual({ total: 0, isMore: false, page: 1, pages: 1, hits: [] })
})
