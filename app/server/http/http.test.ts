import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test as base, vi } from 'vitest'
import { ask, listen, sendRaw } from '#test/harness/http.ts'
import { takeDownLog } from '#test/harness/log.ts'
import { AdmissionControl } from '#server/load/admission-control.server.ts'
import { siteAddresses } from '#routes/request/site-addresses.ts'
import { createHttpServer } from './http.server.ts'
import { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { PageCache } from '#server/cache/page-cache.server.ts'
import type { Respond } from './page-making.server.ts'
import { routeNamer } from './route-names.ts'
import { gentleCloser } from './stop.server.ts'

const origin = 'http://localhost:3000'
const forEverybody = { 'cache-control': 'public, max-age=0, must-revalidate', 'content-type': 'text/html' }

/** A small site: `answers` holds the responses of its addresses, `asked` what reached the router. */
interface Town {
  port: number
  server: Server
  cache: PageCache
  requested: Request[]
  answers: Record<string, () => Response | Promise<Response>>
  /** The content version in the database. */
  content: { version: number }
  metrics: ProcessMetrics
}

const test = base.extend<{ town: Town }>({
  town: async ({}, use) => {
    const requested: Request[] = []
    const answers: Town['answers'] = {}
    const cache = new PageCache()
    const respond: Respond = async (request, refusal) => {
      requested.push(request)
      if (refusal) return new Response(refusal.sentence, { status: refusal.status })
      const answer = answers[new URL(request.url).pathname]
      return answer ? answer() : new Response('<h1>lost</h1>', { status: 404 })
    }
    const content = { version: 1 }
    const readVersion = async () => content.version
    const metrics = new ProcessMetrics()
    const nameOf = routeNamer(['/', '/*'])
    const admission = new AdmissionControl({ origin, metrics, loopDelay: { isLagging: false } })
    const server = createHttpServer({
      ...{ origin, site: siteAddresses, assets: new Map(), cache, respond, readVersion, admission },
      metrics,
      lifecycle: { isOpen: true, isLeaving: false },
      nameOf,
    })
    const close = gentleCloser(server)
    const port = await listen(server)
    await use({ port, server, cache, requested, answers, content, metrics })
    await close()
    metrics.close()
  },
})

const page = (text = '<h1>light</h1>', more: Record<string, string> = {}) =>
  new Response(text, { headers: { ...forEverybody, ...more } })

test('a page is rendered once and then sent from memory', async ({ town }) => {
  town.answers['/'] = () => page()
  const first = await ask(town.port, '/')
  const second = await ask(town.port, '/')

  expect(first).toMatchObject({ status: 200, text: '<h1>light</h1>' })
  expect(second).toMatchObject({ status: 200, text: first.text })
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(town.requested).toHaveLength(1)
})

test('requests are counted by route and status, cached ones as such', async ({ town }) => {
  town.answers['/'] = () => page()
  const { etag = '' } = (await ask(town.port, '/')).headers
  await ask(town.port, '/')
  await ask(town.port, '/', { 'if-none-match': etag })
  await ask(town.port, '/lost/canary')

  const counted = Object.fromEntries(
    [...town.metrics.requests].map(([route, { byStatus }]) => [route, Object.fromEntries(byStatus)]),
  )
  expect(counted).toEqual({ '/': { 200: 1 }, 'cached page': { 200: 1, 304: 1 }, '/*': { 404: 1 } })
  expect(town.metrics.cache).toEqual({ hits: 2, misses: 2 })
})

test('a page is rendered again if something was published during its rendering', async ({ town }) => {
  const drawn = ['half old, half new', 'new']
  town.answers['/'] = () => {
    if (drawn.length === 2) town.content.version++
    return page(drawn.shift())
  }

  expect(await ask(town.port, '/')).toMatchObject({ status: 200, text: 'new' })
  expect(town.requested).toHaveLength(2)
})

test('if something is published all the time, a visitor still gets a page', async ({ town }) => {
  town.answers['/'] = () => {
    town.content.version++
    return page('as new as can be')
  }

  expect(await ask(town.port, '/')).toMatchObject({ status: 200, text: 'as new as can be' })
  expect(town.requested).toHaveLength(3)
})

test('a client that already has the page gets no body', async ({ town }) => {
  town.answers['/'] = () => page()
  const { headers } = await ask(town.port, '/')
  const tags = [headers.etag!, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']

  for (const tag of tags) {
    const answer = await ask(town.port, '/', { 'if-none-match': tag })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': forEverybody['cache-control'],
    })
  }
  expect(await ask(town.port, '/', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
})

test('the page is compressed as the client accepts', async ({ town }) => {
  const text = '<p>light</p>'.repeat(100)
  town.answers['/'] = () => page(text)
  await ask(town.port, '/')
  const [br, gzip, plain] = await Promise.all([
    ask(town.port, '/', { 'accept-encoding': 'gzip, deflate, br' }),
    ask(town.port, '/', { 'accept-encoding': 'gzip, deflate' }),
    ask(town.port, '/', { 'accept-encoding': 'br;q=0, gzip;q=0' }),
  ])

  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.text).toBe(text)
})

test('HEAD gets the same head and no body, cached or not', async ({ town }) => {
  town.answers['/'] = () => page()
  const first = await ask(town.port, '/', { method: 'HEAD' })
  const second = await ask(town.port, '/', { method: 'HEAD' })
  const got = await ask(town.port, '/')

  for (const head of [first, second]) {
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toMatchObject({ etag: got.headers.etag, 'content-length': '14' })
  }
  expect(town.requested).toHaveLength(1)
})

test('one page serves visitors with any cookie and language, and its rendering sees nothing of them', async ({
  town,
}) => {
  town.answers['/'] = () => page()
  await ask(town.port, '/', { cookie: 'theme=dark', 'accept-language': 'hi', 'user-agent': 'spy' })
  await ask(town.port, '/', { cookie: 'theme=light; not_iaps_session=1' })

  expect(town.requested).toHaveLength(1)
  expect([...town.requested[0]!.headers]).toEqual([])
})

test.for(['iaps_session=x', 'theme=dark; iaps_session=x', '__Host-iaps_session=x'])(
  'a visitor with the cookie “%s” gets their own page that nobody else sees',
  async (cookie, { town }) => {
    town.answers['/'] = () => page(`<h1>${town.requested.length}</h1>`)
    await ask(town.port, '/')
    const own = await ask(town.port, '/', { cookie })

    expect(own.text).toBe('<h1>2</h1>')
    expect(town.requested[1]!.headers.get('cookie')).toBe(cookie)
    expect((await ask(town.port, '/')).text).toBe('<h1>1</h1>')
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
] as const)('the query %s is cached: %s', async ([query, isCached], { town }) => {
  town.answers['/'] = () => page()
  for (let time = 0; time < 3; time++) await ask(town.port, `/${query}`)

  expect(town.requested).toHaveLength(isCached ? 1 : 3)
})

test('files have ranges and tags, and are not cached', async ({ town }) => {
  town.answers['/files/1/a.pdf'] = () => new Response('part', { status: 206 })
  await ask(town.port, '/files/1/a.pdf', { range: 'bytes=0-3', 'if-none-match': '"x"' })
  await ask(town.port, '/files/1/a.pdf')

  expect(town.requested).toHaveLength(2)
  expect(town.requested[0]!.headers.get('range')).toBe('bytes=0-3')
  expect(town.requested[0]!.headers.get('if-none-match')).toBe('"x"')
})

test.for<[string, () => Response]>([
  ['404', () => new Response('lost', { status: 404, headers: forEverybody })],
  ['500', () => new Response('broken', { status: 500, headers: forEverybody })],
  ['302', () => new Response(null, { status: 302, headers: { ...forEverybody, location: '/' } })],
  ['set-cookie', () => page('own', { 'set-cookie': 'a=b' })],
  ['no-store', () => page('own', { 'cache-control': 'no-store' })],
  ['private', () => page('own', { 'cache-control': 'private, max-age=60' })],
  ['no word on caching', () => new Response('own')],
])('an answer with %s is never cached', async ([, answer], { town }) => {
  town.answers['/'] = answer
  const first = await ask(town.port, '/')
  const second = await ask(town.port, '/')

  expect(town.requested).toHaveLength(2)
  expect(second).toMatchObject({ status: first.status, text: first.text })
  expect(second.headers.etag).toBeUndefined()
})

test('fifty visitors of a page that has just changed wait for one rendering', async ({ town }) => {
  town.answers['/'] = async () => {
    await sleep(100)
    return page()
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(town.port, '/')))

  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['<h1>light</h1>']))
  expect(town.requested).toHaveLength(1)
})

test('simultaneous visitors never share a cookie', async ({ town }) => {
  let made = 0
  town.answers['/'] = async () => {
    await sleep(30)
    return page('form', { 'set-cookie': `token=${++made}` })
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(town.port, '/')))

  const cookies = answers.map(({ headers }) => String(headers['set-cookie']))
  expect(new Set(cookies).size).toBe(5)
})

test('a changed content version renders the page again', async ({ town }) => {
  town.answers['/'] = () => page(`<h1>${town.cache.version}</h1>`)
  expect((await ask(town.port, '/')).text).toBe('<h1>0</h1>')
  town.cache.version = 1

  expect((await ask(town.port, '/')).text).toBe('<h1>1</h1>')
})

test('a page that cannot be rendered again is sent as it was, and retried only after a while', async ({
  town,
}) => {
  town.answers['/'] = () => page('<h1>old</h1>')
  await ask(town.port, '/')
  town.answers['/'] = () => new Response('broken', { status: 500 })
  town.cache.version = 1
  const answers = [
    await ask(town.port, '/'),
    await ask(town.port, '/'),
    await ask(town.port, '/', { method: 'HEAD' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]!.text).toBe('<h1>old</h1>')
  expect(town.requested).toHaveLength(2)
})

test('whatever goes wrong, the visitor gets a page with a reference and we get one log line', async ({
  town,
}) => {
  const logged = takeDownLog()
  town.answers['/'] = () => Promise.reject(new Error('unheard of'))
  const answer = await ask(town.port, '/')

  expect(answer).toMatchObject({
    status: 500,
    text: expect.stringMatching(/reference of this error is [2-9A-Z]{8}\./),
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(logged).toMatchObject([
    { event: 'answer.failed', path: '/', error: expect.stringContaining('unheard of') },
  ])
})

test.for(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'])(
  '%s is refused with the methods that are allowed',
  async (method, { town }) => {
    const answer = await ask(town.port, '/', { method })

    expect(answer).toMatchObject({ status: 405, text: `This address does not support ${method} requests.` })
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  },
)

test('a page without a form says that it cannot be posted to', async ({ town }) => {
  town.answers['/'] = () => new Response('no form', { status: 405 })
  const answer = await ask(town.port, '/', { method: 'POST', origin })

  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
})

test.for<[string, Record<string, string>]>([
  ['another website', { origin: 'https://evil.example' }],
  ['nowhere', { origin: 'null' }],
  ['the same name on another port', { origin: 'http://localhost:3001' }],
  ['the same name over https', { origin: 'https://localhost:3000' }],
  ['a website that starts like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['a program that says nothing', {}],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site', origin }],
  ['a foreign page', { 'sec-fetch-site': 'cross-site', origin }],
  ['the address bar', { 'sec-fetch-site': 'none', origin }],
])('a form from %s is refused', async ([, headers], { town }) => {
  town.answers['/'] = () => page()
  const answer = await ask(town.port, '/', { method: 'POST', body: 'a=b', ...headers })

  expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('sent from another website') })
  expect(town.requested[0]!.method).toBe('GET')
})

test.for<[string, Record<string, string>]>([
  ['that names our origin', { origin }],
  ['of a browser that names our origin', { origin, 'sec-fetch-site': 'same-origin' }],
  ['of a browser that hides it', { 'sec-fetch-site': 'same-origin' }],
])('a form %s is passed on with its body', async ([, headers], { town }) => {
  town.answers['/'] = () => page()
  const answer = await ask(town.port, '/', { method: 'POST', body: 'a=b', ...headers })

  expect(answer.status).toBe(200)
  expect(town.requested[0]!.method).toBe('POST')
})

test.for([
  ['//', 404],
  ['//evil.example/', 404],
  ['/\\evil.example/', 404],
  ['/a//b', 404],
  ['/./a', 404],
  ['/a/../b', 404],
  ['/a/..', 404],
  ['/%2e%2e/etc', 404],
  ['/a/%2E', 404],
  ['/a%2Fb', 404],
  ['/a%2fb/', 404],
  ['/a%5Cb', 404],
  ['/a\\b', 404],
  ['/a;x=1', 404],
  ['/;x', 404],
  ['http://evil.example/', 404],
  ['/%00', 400],
  ['/a%0d%0aset-cookie:x', 404],
  ['/%1b', 400],
  ['/%', 400],
  ['/%zz', 400],
  ['/%ff', 400],
  ['/%c0%af', 400],
  ['/%ed%a0%80', 400],
  ['/?q=%ff', 400],
  ['/?q=%00', 400],
  ['/?%', 400],
  ['/a#b', 400],
  ['/?q=a#b', 400],
  [`/${'a'.repeat(2048)}`, 414],
  [`/?q=${'a'.repeat(2048)}`, 414],
] as const)('%s is refused with %i', async ([path, status], { town }) => {
  const answer = await ask(town.port, path)

  expect(answer.status).toBe(status)
  expect(answer.headers.location).toBeUndefined()
  expect(town.requested).toHaveLength(1)
})

test('an address of 2048 characters is still read', async ({ town }) => {
  await ask(town.port, `/${'a'.repeat(2047)}`)

  expect(new URL(town.requested[0]!.url).pathname).toHaveLength(2048)
})

test.for([
  ['/iaps/', '/iaps'],
  ['/iaps/?q=1', '/iaps?q=1'],
  ['/iaps/?next=//evil.example/', '/iaps?next=//evil.example/'],
  ['/evil.example/', '/evil.example'],
  ['/@evil.example/', '/@evil.example'],
  ['/%09/', '/%09'],
] as const)('%s redirects to %s on this site', async ([path, location], { town }) => {
  const answer = await ask(town.port, path)

  expect(answer.status).toBe(308)
  expect(answer.headers.location).toBe(location)
  expect(new URL(location, origin).origin).toBe(origin)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(town.requested).toHaveLength(0)
})

test('no redirect ever leaves the site, whatever the path', async ({ town }) => {
  const parts = [
    '/',
    '\\',
    '//',
    '%2f',
    '%5c',
    '.',
    '..',
    ';',
    '@',
    ':',
    'evil.example',
    '\t',
    '%09',
    'https:',
  ]
  for (const a of parts) {
    for (const b of parts) {
      const path = `/${a}${b}/`
      if (/[\t]/.test(path)) continue
      const { headers } = await ask(town.port, path)
      if (headers.location) expect(new URL(headers.location, origin).origin, path).toBe(origin)
    }
  }
})

test('a forged address does not reach the router', async ({ town }) => {
  await ask(town.port, '/a', {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  })

  expect(town.requested[0]!.url).toBe(`${origin}/a`)
})

test.for([
  ['GET / HTTP/9.9\r\n\r\n', 400, 'We could not read this request.'],
  ['nonsense\r\n\r\n', 400, 'We could not read this request.'],
  ['GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'We could not read this request.'],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'We could not read this request.',
  ],
  [
    'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, x\r\n\r\n',
    400,
    'We could not read this request.',
  ],
  [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'too long'],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'too long'],
] as const)('%j gets a short page and one log line', async ([bytes, status, words], { town }) => {
  const logged = takeDownLog()
  const answer = await sendRaw(town.port, bytes)

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/<html lang="en">/)
  expect(answer).toContain(words)
  expect(logged).toMatchObject([{ event: 'request.unreadable', status }])
})

test('closing waits for the current answer, and for nothing else', async ({ town }) => {
  let finish = () => {}
  town.answers['/slow'] = () => new Promise<Response>((done) => (finish = () => done(page('whole'))))
  const idle = connect(town.port, '127.0.0.1')
  const used = connect(town.port, '127.0.0.1')
  await Promise.all([once(idle, 'connect'), once(used, 'connect')])
  used.write('GET /unknown HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(used, 'data')
  const close = gentleCloser(town.server)
  const late = connect(town.port, '127.0.0.1')
  await once(late, 'connect')
  const answer = ask(town.port, '/slow', { connection: 'keep-alive' })
  await vi.waitFor(() => expect(town.requested).toHaveLength(2))

  const closed = close()
  await once(late, 'close')
  expect(await Promise.race([closed.then(() => 'closed'), sleep(100, 'waiting')])).toBe('waiting')
  finish()
  expect(await answer).toMatchObject({ status: 200, text: 'whole' })
  idle.destroy()
  await closed
})
