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
  const nothing = { total: 0, isMore: false, isPartial: false, hits: [] }
  expect(await searchSite(db, ' … ', 1)).toEqual({ ...nothing, page: 1, pages: 1 })
})

test('other forms of a word and other words for it are found too, after the words themselves', async ({
  db,
}) => {
  await putSearchEntries(db, [
    page('Membership rules', 'A life member pays the fee once.'),
    page('Subscriptions for members', 'Due in April.'),
    page('Nomination of a Fellow', 'The form for proposers.'),
    page('Fellowship', 'How scientists are elected.'),
  ])
  const titles = async (text: string) => (await searchSite(db, text, 1)).hits.map(({ title }) => title)

  expect(await titles('membership fee')).toEqual(['Membership rules', 'Subscriptions for members'])
  expect(await titles('nominate')).toEqual(['Nomination of a Fellow'])
  expect(await titles('how to nominate fellows')).toEqual(['Nomination of a Fellow'])
})

test('if nothing has all the words, what has some of them is found, and says so', async ({ db }) => {
  await putSearchEntries(db, [
    page('Fellowship', 'How scientists are elected.'),
    page('Gallery', 'Pictures.'),
  ])

  const some = await searchSite(db, 'fellowship zebra', 1)
  expect(some).toMatchObject({ total: 1, isPartial: true, hits: [{ title: 'Fellowship' }] })
  expect(await searchSite(db, 'fellowship', 1)).toMatchObject({ total: 1, isPartial: false })
  expect(await searchSite(db, 'zebra quagga', 1)).toMatchObject({ total: 0, isPartial: false })
})

function page(title: string, body: string) {
  const subjectId = title.toLowerCase().replaceAll(' ', '-')
  const location = { subject: 'page', subjectId, href: `/${subjectId}`, section: 'Page' }
  return { ...location, title, summary: body, body, sampleAt: null }
}
