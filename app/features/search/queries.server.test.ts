import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { putSearchEntries } from '#db/search/search-index.server.ts'
import { test } from '#test/harness/db.ts'
import { findPages, listSignposts, searchSite, type FoundHit } from './queries.server.ts'

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
  expect(third.hits.map(titleOf)).toEqual([
    'Lecture 40',
    'Lecture 41',
    'Lecture 42',
    'Lecture 43',
    'Lecture 44',
  ])
})

test('a link finds pages by their words, with their titles as text', async ({ db }) => {
  await putSearchEntries(db, [page('Fellowship', 'How scientists are elected.')])

  expect(await findPages(db, 'scientist')).toEqual([{ title: 'Fellowship', href: '/fellowship' }])
})

test('an empty search finds nothing', async ({ db }) => {
  const nothing = { total: 0, whole: 0, isMore: false, hits: [] }
  expect(await searchSite(db, ' … ', 1)).toEqual({ ...nothing, page: 1, pages: 1 })
})

test('other forms of a word and other words for it are found too, in titles first', async ({ db }) => {
  await putSearchEntries(db, [
    page('Membership rules', 'A life member pays the fee once.'),
    page('Subscriptions for members', 'Due in April.'),
    page('Nomination of a Fellow', 'The form for proposers.'),
    page('Fellowship', 'How scientists are elected.'),
  ])

  expect(await titles(db, 'membership fee')).toEqual(['Subscriptions for members', 'Membership rules'])
  expect(await titles(db, 'nominate')).toEqual(['Nomination of a Fellow'])
  expect(await titles(db, 'how to nominate fellows')).toEqual(['Nomination of a Fellow', 'Fellowship'])
})

test('of texts with all the words those come first whose title has one of them, other than a year', async ({
  db,
}) => {
  await putSearchEntries(db, [
    page('About us', 'Mathematics and conferences.'),
    page('Calls, 2027', 'A conference on mathematics in 2027.'),
    page('Conference of the spring', 'On mathematics, in 2027.'),
  ])

  expect((await titles(db, 'mathematics conference'))[0]).toBe('Conference of the spring')
})

test('a short word is found whole before words that start with it, also in titles and names', async ({
  db,
}) => {
  await putSearchEntries(db, [
    page('Feelings in science', ''),
    person('Asha Feeroz'),
    page('Rules', 'Nobody pays a fee twice.'),
    page('Office', 'All fees are due in April.'),
    page('Essay', 'How it feels to be first.'),
  ])

  expect(await titles(db, 'fee')).toEqual(['Office', 'Rules', 'Asha Feeroz', 'Feelings in science', 'Essay'])
  expect((await titles(db, 'fee zebra')).slice(0, 2)).toEqual(['Office', 'Rules'])
})

test('a page is found beside more people with the same word than we count', async ({ db }) => {
  const people = Array.from({ length: 1100 }, (_, at) => ({
    ...person(`Asha No${at}`),
    subject: 'person',
    body: 'Physics',
  }))
  await putSearchEntries(db, people)
  await putSearchEntries(db, [page('About us', 'Physics for all.')])

  expect((await titles(db, 'physics'))[0]).toBe('About us')
})

test('the conference with the number comes first; if none has it, the latest', async ({ db }) => {
  const conference = (number: string, roman: string, year: number) => ({
    ...page(`${number}th Conference`, 'We met from 29 to 31 May.'),
    alsoCalled: [`CONIAPS-${roman}`, `CONIAPS-${number}`],
    startsOn: `${year}-05-29`,
  })
  await putSearchEntries(db, [conference('16', 'XVI', 2014), conference('30', 'XXX', 2024)])
  expect(await titles(db, 'coniaps 31')).toEqual(['30th Conference', '16th Conference'])
  expect(await titles(db, 'coniaps 99')).toEqual(['30th Conference', '16th Conference'])

  await putSearchEntries(db, [conference('31', 'XXXI', 2025)])
  expect(await titles(db, 'coniaps 31')).toEqual(['31th Conference', '30th Conference', '16th Conference'])
  expect(await titles(db, 'coniaps')).toEqual(['31th Conference', '30th Conference', '16th Conference'])
})

test('what has only some of the words follows, and the answer says how many', async ({ db }) => {
  await putSearchEntries(db, [
    page('Fellowship', 'How scientists are elected.'),
    page('Gallery', 'Pictures of an elected council.'),
  ])

  expect(await titles(db, 'elected fellowship')).toEqual(['Fellowship', 'Gallery'])
  expect(await searchSite(db, 'elected fellowship', 1)).toMatchObject({ total: 2, whole: 1 })
  expect(await titles(db, 'fellowship zebra')).toEqual(['Fellowship'])
  expect(await searchSite(db, 'fellowship zebra', 1)).toMatchObject({ total: 1, whole: 0 })
  expect(await searchSite(db, 'zebra quagga', 1)).toMatchObject({ total: 0, whole: 0 })
})

test('names are found in other spellings and scripts, after the same spelling', async ({ db }) => {
  await putSearchEntries(db, [
    person('Asha Pande'),
    person('P. N. Pandey'),
    person('पाण्डेय राम'),
    person('Dev Pandit'),
  ])

  expect(await titles(db, 'Pandey')).toEqual(['P. N. Pandey', 'Asha Pande', 'पाण्डेय राम'])
  expect(await titles(db, 'पाण्डेय')).toEqual(['पाण्डेय राम', 'Asha Pande', 'P. N. Pandey'])
  expect(await titles(db, 'pande')).toEqual(['Asha Pande', 'P. N. Pandey', 'पाण्डेय राम'])
})

test('typing mistakes are corrected, and the answer says so', async ({ db }) => {
  await putSearchEntries(db, [
    page('Conferences', 'Where we met.'),
    page('Fellowship', 'Nomination of fellows by a proposer.'),
  ])

  expect(await searchSite(db, 'confrence', 1)).toMatchObject({ total: 1, correctedTo: 'conferences' })
  for (const typed of ['xonferences', 'onferences', 'ocnferences'])
    expect(await searchSite(db, typed, 1), typed).toMatchObject({ total: 1, correctedTo: 'conferences' })
  expect(await titles(db, 'felowship nominatoin')).toEqual(['Fellowship'])
  expect(await searchSite(db, 'conference', 1)).not.toHaveProperty('correctedTo')
})

test('words in quotes must follow each other', async ({ db }) => {
  await putSearchEntries(db, [
    page('Light', 'The speed of light in vacuum.'),
    page('Speed', 'Of light, the speed; light is fast and of use.'),
  ])

  expect(await titles(db, '"speed of light"')).toEqual(['Light'])
  expect(await titles(db, '“Speed OF light” vacuum')).toEqual(['Light'])
  expect(await titles(db, '"light of speed"')).toEqual([])
})

test('numbers, years and months find what they belong to', async ({ db }) => {
  await putSearchEntries(db, [
    {
      ...page('30th International Conference', ''),
      alsoCalled: ['CONIAPS-XXX', 'CONIAPS-30'],
      startsOn: '2024-05-20',
    },
    { ...page('Older conference', ''), startsOn: '2018' },
    { ...person('Asha Rao'), alsoCalled: ['F-9012'] },
  ])

  for (const text of [
    'coniaps',
    'CONIAPS-XXX',
    'coniaps 30',
    'coniaps30',
    '2024',
    'may 2024',
    'coniaps xxx 2024',
  ])
    expect(await titles(db, text), text).toEqual(['30th International Conference'])
  expect(await titles(db, '2018')).toEqual(['Older conference'])
  for (const text of ['F-9012', 'f9012', '9012', 'F 9012'])
    expect(await titles(db, text)).toEqual(['Asha Rao'])
})

test('the piece of the text that has the words is shown, with the words marked', async ({ db }) => {
  const body = `${'Filler without meaning. '.repeat(20)}The subscription is due in April.`
  await putSearchEntries(db, [{ ...page('Rules', body), summary: 'The rules.' }])
  const [hit] = (await searchSite(db, 'subscription', 1)).hits

  expect(hit?.excerpt.filter(({ marked }) => marked)).toEqual([{ text: 'subscription', marked: true }])
})

test('a page that the words point to is suggested, unless it is among the first results', async ({ db }) => {
  await putSearchEntries(db, [
    { ...page('Constitution', 'Who votes.'), href: '/iaps/constitution' },
    { ...page('Fellowship', 'How scientists are elected.'), href: '/fellowship' },
  ])
  const suggest = async (text: string, first: string[], alike: string[] = []) => {
    const shown = { total: first.length, whole: first.length, first }
    return (await listSignposts(db, text, shown, alike)).map(({ href }) => href)
  }

  expect(await suggest('quorum', [])).toEqual(['/iaps/constitution'])
  expect(await suggest('quorum', ['/fellowship'])).toEqual(['/iaps/constitution'])
  expect(await suggest('quorum', ['/iaps/constitution'])).toEqual([])
  expect(await suggest('zebra', ['/fellowship'])).toEqual([])
  expect(await suggest('zebra', []), 'a search without results starts again').toEqual(['/fellowship'])
  expect(await suggest('zebra', [], ['/iaps/constitution'])).toEqual(['/iaps/constitution'])
  // “braille” points to a page that is not there.
  expect(await suggest('braille', [])).toEqual(['/fellowship'])
  expect(await suggest('braille', [], ['/iaps/constitution'])).toEqual(['/iaps/constitution'])
  expect(await suggest('zebra', [], ['/removed'])).toEqual(['/fellowship'])
})

async function titles(db: Db, text: string) {
  return (await searchSite(db, text, 1)).hits.map(titleOf)
}

function person(name: string) {
  return { ...page(name, ''), names: [name], sortAs: name.split(' ').toReversed().join(' ') }
}

function titleOf({ title }: FoundHit) {
  return title.map(({ text }) => text).join('')
}

function page(title: string, body: string) {
  const subjectId = title.toLowerCase().replaceAll(' ', '-')
  const location = { subject: 'page', subjectId, href: `/${subjectId}`, section: 'Page' }
  return { ...location, title, summary: body, body, sampleAt: null }
}
