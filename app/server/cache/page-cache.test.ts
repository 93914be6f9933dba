import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { chooseEncoding, PageCache, unpacked } from './page-cache.server.ts'

const headers = new Headers({ 'content-type': 'text/html', 'content-length': '1' })
const body = Buffer.from('<p>light</p>'.repeat(500))
const now = 1_000_000
/** On a busy machine the strong compression takes a while. */
const slowMachine = { timeout: 20_000 }

test('a cached page is fresh for a minute, as long as the content does not change', async () => {
  const cache = new PageCache()
  cache.version = 7
  const page = await cache.save('/', 7, headers, body, now)

  expect(cache.isFresh(page, now + 59_999)).toBe(true)
  expect(cache.isFresh(page, now + 60_000)).toBe(false)
  cache.version = 8
  expect(cache.isFresh(page, now)).toBe(false)
})

test('a page that was made while the content changed is not fresh', async () => {
  const cache = new PageCache()
  cache.version = 8

  expect(cache.isFresh(await cache.save('/', 7, headers, body, now), now)).toBe(false)
})

test('each encoding of a page gives the same bytes', async () => {
  const { answers } = await new PageCache().save('/', 0, headers, body, now)

  expect(answers.identity.body).toEqual(body)
  expect(brotliDecompressSync(answers.br.body)).toEqual(body)
  expect(gunzipSync(answers.gzip.body)).toEqual(body)
})

test('a page holds on to no more memory than its compressed bytes', async () => {
  const cache = new PageCache()
  const page = await cache.save('/', 0, headers, body, now)
  const held = () => [page.answers.br, page.answers.gzip].map(({ body }) => body.buffer.byteLength)
  const sent = () => [page.answers.br, page.answers.gzip].map(({ body }) => body.length)
  expect(held()).toEqual(sent())

  cache.compressBest('/', page)
  await vi.waitFor(() => expect(page.compression).toBe('best'), slowMachine)
  expect(held()).toEqual(sent())
})

test('the headers state the length and the encoding of what is sent, once', async () => {
  const { answers, etag } = await new PageCache().save('/', 0, headers, body, now)

  expect(asPairs(answers.br.headers)).toEqual([
    ['content-encoding', 'br'],
    ['content-length', String(answers.br.body.length)],
    ['content-type', 'text/html'],
    ['etag', etag],
  ])
  expect(asPairs(answers.identity.headers)).toEqual([
    ['content-length', String(body.length)],
    ['content-type', 'text/html'],
    ['etag', etag],
  ])
})

test('a page that is requested again is compressed more', async () => {
  const cache = new PageCache()
  const page = await cache.save('/', 0, headers, Buffer.from(rambling()), now)
  const { answers: fast, etag } = page
  expect([page.answers, page.compression]).toEqual([fast, 'fast'])

  cache.compressBest('/', page)
  await vi.waitFor(() => {
    const { br, gzip } = cache.find('/')!.answers
    expect(br.body.length).toBeLessThan(fast.br.body.length)
    expect(gzip.body.length).toBeLessThan(fast.gzip.body.length)
  }, slowMachine)
  const { answers } = cache.find('/')!
  expect(page).toMatchObject({
    etag,
    compression: 'best',
    bytes: answers.br.body.length + answers.gzip.body.length,
  })
  expect(asPairs(answers.br.headers)).toContainEqual(['content-length', String(answers.br.body.length)])
  for (const bytes of [gunzipSync(answers.gzip.body), brotliDecompressSync(answers.br.body)])
    expect(bytes).toEqual(answers.identity.body)
})

test('a page that was made again unchanged is compressed more, and then not again', async () => {
  const cache = new PageCache()
  const same = Buffer.from(rambling())
  await cache.save('/', 1, headers, same, now)
  const second = await cache.save('/', 2, headers, Buffer.from(same), now)
  await vi.waitFor(() => expect(second.compression).toBe('best'), slowMachine)

  const third = await cache.save('/', 3, headers, Buffer.from(same), now)

  expect(third).toMatchObject({ version: 3, compression: 'best' })
  expect(third.answers.br.body).toBe(second.answers.br.body)
})

test('compressing an old page further never replaces a newer one', async () => {
  const cache = new PageCache()
  cache.compressBest('/', await cache.save('/', 1, headers, Buffer.from(rambling()), now))
  await cache.save('/', 2, headers, body, now)
  await sleep(300)

  expect(cache.find('/')).toMatchObject({ version: 2 })
})

test('other content has another tag', async () => {
  const cache = new PageCache()
  const one = await cache.save('/', 1, headers, body, now)
  const two = await cache.save('/', 2, headers, Buffer.from('other'), now)

  expect(one.etag).toMatch(/^"[\w-]{22}"$/)
  expect(two.etag).not.toBe(one.etag)
})

test('the cache stays within its size and drops the oldest pages', async () => {
  const cache = new PageCache(75_000)
  // Incompressible bytes; both compressed versions are as long.
  const heavy = createHash('shake256', { outputLength: 5000 }).update('heavy').digest()
  for (let n = 0; n < 10; n++) await cache.save(`/${n}`, 0, headers, heavy, now)

  const cached = Array.from({ length: 10 }, (_, n) => cache.find(`/${n}`) !== undefined)
  expect(cached.filter(Boolean)).toHaveLength(7)
  expect(cached.at(-1)).toBe(true)
  expect(cached[0]).toBe(false)
})

test('a flood of queries pushes out other queries, and not a page that is read meanwhile', async () => {
  const cache = new PageCache(75_000)
  const heavy = createHash('shake256', { outputLength: 5000 }).update('heavy').digest()
  for (const path of ['/read', '/unread']) await cache.save(path, 0, headers, heavy, now)
  for (let n = 0; n < 40; n++) {
    expect(cache.find('/read'), `after ${n}`).toBeDefined()
    await cache.save(`/list?name=${n}`, 0, headers, heavy, now)
  }

  expect(cache.find('/unread')).toBeUndefined()
  expect(cache.find('/list?name=0')).toBeUndefined()
  expect(cache.find('/list?name=39')).toBeDefined()
})

test('list queries are not compressed more, because hardly anyone repeats them', async () => {
  const cache = new PageCache()
  const search = await cache.save('/list?name=light', 0, headers, Buffer.from(rambling()), now)
  const page = await cache.save('/', 0, headers, Buffer.from(rambling()), now)
  cache.compressBest('/list?name=light', search)
  cache.compressBest('/', page)

  await vi.waitFor(() => expect(page.compression).toBe('best'), slowMachine)
  expect(search.compression).toBe('stays-fast')
})

test('an old page serves a few seconds longer if a new one cannot be made', async () => {
  const cache = new PageCache()
  await cache.save('/', 0, headers, body, now)
  cache.version = 1
  const old = cache.findOld('/', now + 100_000)!

  expect(cache.isFresh(old, now + 104_999)).toBe(true)
  expect(cache.isFresh(old, now + 105_000)).toBe(false)
  expect(cache.findOld('/unknown', now)).toBeUndefined()
})

test.for([
  [undefined, 'identity'],
  ['', 'identity'],
  ['*', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP, BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip ; q = 0', 'identity'],
  ['br;q=0.5', 'br'],
  ['brotli, xgzip', 'identity'],
  ['deflate', 'identity'],
  [', ,;;q=,', 'identity'],
] as const)('for “%s” the server uses %s', ([accepts, encoding]) => {
  expect(chooseEncoding(accepts)).toBe(encoding)
  expect(chooseEncoding(accepts)).toBe(encoding)
})

function asPairs(flat: string[]) {
  return flat
    .flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []))
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))
}

/** Text worth compressing: words in a fixed but irregular order. */
function rambling() {
  let seed = 1994
  const words = ['light', 'wave', 'matter', 'field', 'order', 'measure', 'colour', 'heat']
  const next = () => (seed = (seed * 16_807) % 2_147_483_647)
  return Array.from({ length: 20_000 }, () => words[next() % words.length]).join(' ')
}

test('what one client got unpacked is not unpacked again for the next', () => {
  const answer = unpacked({ headers: [], notModified: [], body: Buffer.alloc(0) }, gzipSync('some text'))
  expect(answer.body.toString()).toBe('some text')
  expect(answer.body).toBe(answer.body)
})

test('an empty file is sent unpacked, again and again', () => {
  const answer = unpacked({ headers: [], notModified: [], body: Buffer.alloc(0) }, gzipSync(''))

  expect(answer.body).toHaveLength(0)
  expect(answer.body).toHaveLength(0)
})
