import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { forEverybody, page, test } from '#test/makers/small-site.ts'

test('a page is rendered once and then sent from memory', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page()
  const first = await ask(smallSite.port, '/')
  const second = await ask(smallSite.port, '/')

  expect(first).toMatchObject({ status: 200, text: '<h1>light</h1>' })
  expect(second).toMatchObject({ status: 200, text: first.text })
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(smallSite.requested).toHaveLength(1)
})

test('requests are counted by route and status, cached ones as such', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page()
  const { etag = '' } = (await ask(smallSite.port, '/')).headers
  await ask(smallSite.port, '/')
  await ask(smallSite.port, '/', { 'if-none-match': etag })
  await ask(smallSite.port, '/lost/canary')

  const counted = Object.fromEntries(
    [...smallSite.metrics.requests].map(([route, { byStatus }]) => [route, Object.fromEntries(byStatus)]),
  )
  expect(counted).toEqual({
    '/': { 200: 1 },
    'cached page': { 200: 1, 304: 1 },
    'built file': {},
    '/*': { 404: 1 },
  })
  expect(smallSite.metrics.cacheMisses).toBe(2)
})

test('a page is rendered again if something was published during its rendering', async ({ smallSite }) => {
  const drawn = ['half old, half new', 'new']
  smallSite.answers['/'] = () => {
    if (drawn.length === 2) smallSite.content.version++
    return page(drawn.shift())
  }

  expect(await ask(smallSite.port, '/')).toMatchObject({ status: 200, text: 'new' })
  expect(smallSite.requested).toHaveLength(2)
})

test('a withdrawn page does not come back when the database fails afterwards', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page()
  await ask(smallSite.port, '/')
  smallSite.cache.version = ++smallSite.content.version
  smallSite.answers['/'] = () => new Response('gone', { status: 404 })
  expect(await ask(smallSite.port, '/')).toMatchObject({ status: 404 })
  smallSite.answers['/'] = () => new Response('broken', { status: 500 })

  expect(await ask(smallSite.port, '/')).toMatchObject({ status: 500, text: 'broken' })
})

test('if something is published all the time, a visitor still gets a page', async ({ smallSite }) => {
  smallSite.answers['/'] = () => {
    smallSite.content.version++
    return page('as new as can be')
  }

  expect(await ask(smallSite.port, '/')).toMatchObject({ status: 200, text: 'as new as can be' })
  expect(smallSite.requested).toHaveLength(3)
})

test('a client that already has the page gets no body', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page()
  const { headers } = await ask(smallSite.port, '/')
  const tags = [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']

  for (const tag of tags) {
    const answer = await ask(smallSite.port, '/', { 'if-none-match': tag })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': forEverybody['cache-control'],
    })
  }
  expect(await ask(smallSite.port, '/', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
})

test('the page is compressed as the client accepts', async ({ smallSite }) => {
  const text = '<p>light</p>'.repeat(100)
  smallSite.answers['/'] = () => page(text)
  await ask(smallSite.port, '/')
  const [br, gzip, plain] = await Promise.all([
    ask(smallSite.port, '/', { 'accept-encoding': 'gzip, deflate, br' }),
    ask(smallSite.port, '/', { 'accept-encoding': 'gzip, deflate' }),
    ask(smallSite.port, '/', { 'accept-encoding': 'br;q=0, gzip;q=0' }),
  ])

  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.text).toBe(text)
})

test('HEAD gets the same head and no body, cached or not', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page()
  const first = await ask(smallSite.port, '/', { method: 'HEAD' })
  const second = await ask(smallSite.port, '/', { method: 'HEAD' })
  const got = await ask(smallSite.port, '/')

  for (const head of [first, second]) {
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toMatchObject({ etag: got.headers.etag, 'content-length': '14' })
  }
  expect(smallSite.requested).toHaveLength(1)
})

test('one page serves visitors with any cookie and language, and its rendering sees nothing of them', async ({
  smallSite,
}) => {
  smallSite.answers['/'] = () => page()
  await ask(smallSite.port, '/', { cookie: 'theme=dark', 'accept-language': 'hi', 'user-agent': 'spy' })
  await ask(smallSite.port, '/', { cookie: 'theme=light; not_iaps_session=1' })

  expect(smallSite.requested).toHaveLength(1)
  expect([...smallSite.requested[0]!.headers]).toEqual([])
})

test.for(['iaps_session=x', 'theme=dark; iaps_session=x', '__Host-iaps_session=x'])(
  'a visitor with the cookie “%s” gets their own page that nobody else sees',
  async (cookie, { smallSite }) => {
    smallSite.answers['/'] = () => page(`<h1>${smallSite.requested.length}</h1>`)
    await ask(smallSite.port, '/')
    const own = await ask(smallSite.port, '/', { cookie })

    expect(own.text).toBe('<h1>2</h1>')
    expect(smallSite.requested[1]!.headers.get('cookie')).toBe(cookie)
    expect((await ask(smallSite.port, '/')).text).toBe('<h1>1</h1>')
  },
)

test.for([
  ['?q=light', true],
  ['?page=2&year=2020', true],
  ['?', true],
  ['?utm_source=x', false],
  ['?q=light&x=1', false],
  [`?q=${'x'.repeat(300)}`, false],
  [`?q=1?${'x'.repeat(300)}`, false],
] as const)('the query %s is cached: %s', async ([query, isCached], { smallSite }) => {
  smallSite.answers['/'] = () => page()
  for (let time = 0; time < 3; time++) await ask(smallSite.port, `/${query}`)

  expect(smallSite.requested).toHaveLength(isCached ? 1 : 3)
})

test('files have ranges and tags, and are not cached', async ({ smallSite }) => {
  smallSite.answers['/files/1/a.pdf'] = () => new Response('part', { status: 206 })
  await ask(smallSite.port, '/files/1/a.pdf', { range: 'bytes=0-3', 'if-none-match': '"x"' })
  await ask(smallSite.port, '/files/1/a.pdf')

  expect(smallSite.requested).toHaveLength(2)
  expect(smallSite.requested[0]!.headers.get('range')).toBe('bytes=0-3')
  expect(smallSite.requested[0]!.headers.get('if-none-match')).toBe('"x"')
})

test.for<[string, () => Response]>([
  ['404', () => new Response('lost', { status: 404, headers: forEverybody })],
  ['500', () => new Response('broken', { status: 500, headers: forEverybody })],
  ['302', () => new Response(null, { status: 302, headers: { ...forEverybody, location: '/' } })],
  ['set-cookie', () => page('own', { 'set-cookie': 'a=b' })],
  ['no-store', () => page('own', { 'cache-control': 'no-store' })],
  ['private', () => page('own', { 'cache-control': 'private, max-age=60' })],
  ['no word on caching', () => new Response('own')],
])('an answer with %s is never cached', async ([, answer], { smallSite }) => {
  smallSite.answers['/'] = answer
  const first = await ask(smallSite.port, '/')
  const second = await ask(smallSite.port, '/')

  expect(smallSite.requested).toHaveLength(2)
  expect(second).toMatchObject({ status: first.status, text: first.text })
  expect(second.headers.etag).toBeUndefined()
})

test('fifty visitors of a page that has just changed wait for one rendering', async ({ smallSite }) => {
  smallSite.answers['/'] = async () => {
    await sleep(100)
    return page()
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(smallSite.port, '/')))

  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['<h1>light</h1>']))
  expect(smallSite.requested).toHaveLength(1)
})

test('simultaneous visitors never share a cookie', async ({ smallSite }) => {
  let made = 0
  smallSite.answers['/'] = async () => {
    await sleep(30)
    return page('form', { 'set-cookie': `token=${++made}` })
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(smallSite.port, '/')))

  const cookies = answers.map(({ headers }) => String(headers['set-cookie']))
  expect(new Set(cookies).size).toBe(5)
})

test('a changed content version renders the page again', async ({ smallSite }) => {
  smallSite.answers['/'] = () => page(`<h1>${smallSite.cache.version}</h1>`)
  expect((await ask(smallSite.port, '/')).text).toBe('<h1>0</h1>')
  smallSite.cache.version = 1

  expect((await ask(smallSite.port, '/')).text).toBe('<h1>1</h1>')
})

test('a page that cannot be rendered again is sent as it was, and retried only after a while', async ({
  smallSite,
}) => {
  smallSite.answers['/'] = () => page('<h1>old</h1>')
  await ask(smallSite.port, '/')
  smallSite.answers['/'] = () => new Response('broken', { status: 500 })
  smallSite.cache.version = 1
  const answers = [
    await ask(smallSite.port, '/'),
    await ask(smallSite.port, '/'),
    await ask(smallSite.port, '/', { method: 'HEAD' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]!.text).toBe('<h1>old</h1>')
  expect(smallSite.requested).toHaveLength(2)
})
