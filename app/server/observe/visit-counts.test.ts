import { expect, test } from 'vitest'
import { isRobot, VisitCounts } from './visit-counts.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const html = new Headers({ 'content-type': 'text/html; charset=utf-8' })
const made = () => new VisitCounts('https://iaps.example', /^\/certificates\//)
const reader = { 'user-agent': browser }

test('visits to a page are summed, over all of its renderings', () => {
  const counts = made()
  const [first, second] = [counts.counterFor('/news?page=2', html)!, counts.counterFor('/news', html)!]
  for (const counter of [first, first, second]) counts.visit(counter, reader)

  expect(counts.take()).toEqual([{ kind: 'page', name: '/news', count: 3 }])
  expect(counts.take()).toEqual([])
  counts.visit(first, reader)
  expect(counts.take()).toEqual([{ kind: 'page', name: '/news', count: 1 }])
})

test('robots, scripts and pages fetched in advance are not visits', () => {
  const counts = made()
  const counter = counts.counterFor('/', html)!
  counts.visit(counter, {})
  counts.visit(counter, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  counts.visit(counter, { ...reader, 'sec-fetch-dest': 'empty' })
  counts.visit(counter, { ...reader, 'sec-purpose': 'prefetch' })

  expect(counts.take()).toEqual([])
})

test('of a referrer only the host of another site is counted', () => {
  const counts = made()
  const counter = counts.counterFor('/', html)!
  for (const referer of [
    'https://iaps.example/news',
    'https://www.physics.example/people/42?name=x',
    'javascript:alert(1)',
    'not an address',
  ])
    counts.visit(counter, { ...reader, 'sec-fetch-dest': 'document', referer })

  expect(counts.take()).toEqual([
    { kind: 'page', name: '/', count: 4 },
    { kind: 'referrer', name: 'physics.example', count: 1 },
  ])
})

test('a search without results counts under its words, and what is no page not at all', () => {
  const counts = made()
  counts.noteEmptySearch('/search?q=quark', 'quark')
  counts.visit(counts.counterFor('/search?q=quark', html)!, reader)

  expect(counts.take()).toEqual([{ kind: 'search', name: 'quark', count: 1 }])
  expect(counts.counterFor('/feed.atom', new Headers({ 'content-type': 'application/atom+xml' }))).toBe(
    undefined,
  )
  expect(counts.counterFor('/certificates/abc', html)).toBe(undefined)
})

test('what could not be saved is not lost', () => {
  const counts = made()
  const counter = counts.counterFor('/', html)!
  counts.visit(counter, reader)
  counts.visit(counter, reader)
  counts.download('/files/1/rules.pdf?x=1', reader)
  const taken = counts.take()
  counts.visit(counter, reader)
  counts.putBack(taken)

  expect(counts.take()).toEqual([
    { kind: 'page', name: '/', count: 3 },
    { kind: 'download', name: '/files/1/rules.pdf', count: 1 },
  ])
})

test('made-up names do not fill the memory', () => {
  const counts = made()
  for (let n = 0; n < 20_000; n++) counts.download(`/files/${n}/x`, reader)

  expect(counts.take().length).toBe(5000)
})

test.for([
  ['', true],
  ['curl/8.5.0', true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 HeadlessChrome/131.0.0.0 Safari/537.36', true],
  ['UptimeMonitor/2', true],
] as const)('%s', ([agent, expected]) => {
  expect(isRobot(agent)).toBe(expected)
})
