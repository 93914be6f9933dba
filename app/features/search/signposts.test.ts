import { expect, test } from 'vitest'
import { pageAddresses } from '#features/content/addresses/addresses.ts'
import { pagesForLocation, signpostsOf, startingPages } from './signposts.ts'

test.for([
  ['quorum', ['/iaps/constitution']],
  ['Amendments', ['/iaps/constitution']],
  ['procedings', ['/conferences']],
  ['jobs', ['/contact-us']],
  ['vacancies', ['/contact-us']],
  ['zoom recording of the keynote', ['/activities/online-lectures', '/conferences']],
  ['terms and conditions', ['/privacy', '/membership/rules']],
  ['terms', []],
  ['retired professors', ['/fellowship', '/membership']],
  ['FIAPS', ['/fellowship']],
  ['press contact', ['/news', '/contact-us']],
  ['my confirmation email was not received', ['/contact-us']],
  ['news letter', ['/newsletter']],
  ['kanpur', []],
  ['', []],
] as const)('“%s” points to %s', ([question, pages]) => {
  expect(signpostsOf(question)).toEqual(pages)
})

test('each page that is pointed to is a page of the site', () => {
  const known = Object.values(pageAddresses)
  const pointed = ['quorum', 'chairman', 'ngo', 'poster', 'event', 'zoom', 'grant', 'renew', 'donate', 'cv']
  const more = ['expert', 'image', 'rss', 'cookie', 'braille', 'job', 'sitemap']
  const pages = [...pointed, ...more].flatMap(signpostsOf)

  expect(pages).toHaveLength(17)
  expect([...pages, ...startingPages].filter((page) => !known.includes(page))).toEqual([])
})

test('a place that no page mentions points to those who live there and to what took place there', () => {
  expect(pagesForLocation('professors in Kanpur')).toEqual(['/fellowship/fellows', '/conferences'])
  expect(pagesForLocation('kan')).toEqual([])
})
