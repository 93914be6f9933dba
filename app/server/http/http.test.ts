import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { ask, sendRaw } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { gentleCloser } from './stop.server.ts'
import { origin, page, test } from '#test/makers/small-site.ts'

test('whatever goes wrong, the visitor gets a page with a reference and we get one log line', async ({
  smallSite,
}) => {
  const logged = captureLog()
  smallSite.answers['/'] = () => Promise.reject(new Error('unheard of'))
  const answer = await ask(smallSite.port, '/')

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
  async (method, { smallSite }) => {
    const answer = await ask(smallSite.port, '/', { method })

    expect(answer).toMatchObject({ status: 405, text: `This address does not support ${method} requests.` })
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  },
)

test('a page without a form says that it cannot be posted to', async ({ smallSite }) => {
  smallSite.answers['/'] = () => new Response('no form', { status: 405 })
  const answer = await ask(smallSite.port, '/', { method: 'POST', origin })

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
])('a form from %s is refused', async ([, headers], { smallSite }) => {
  smallSite.answers['/'] = () => page()
  const answer = await ask(smallSite.port, '/', { method: 'POST', body: 'a=b', ...headers })

  expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('sent from another website') })
  expect(smallSite.requested[0]!.method).toBe('GET')
})

test.for<[string, Record<string, string>]>([
  ['that names our origin', { origin }],
  ['of a browser that names our origin', { origin, 'sec-fetch-site': 'same-origin' }],
  ['of a browser that hides it', { 'sec-fetch-site': 'same-origin' }],
])('a form %s is passed on with its body', async ([, headers], { smallSite }) => {
  smallSite.answers['/'] = () => page()
  const answer = await ask(smallSite.port, '/', { method: 'POST', body: 'a=b', ...headers })

  expect(answer.status).toBe(200)
  expect(smallSite.requested[0]!.method).toBe('POST')
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
  [`/admin/provider/university?code=${'a'.repeat(8192)}`, 414],
] as const)('%s is refused with %i', async ([path, status], { smallSite }) => {
  const answer = await ask(smallSite.port, path)

  expect(answer.status).toBe(status)
  expect(answer.headers.location).toBeUndefined()
  expect(smallSite.requested).toHaveLength(1)
})

test('an address of 2048 characters is still read', async ({ smallSite }) => {
  await ask(smallSite.port, `/${'a'.repeat(2047)}`)

  expect(new URL(smallSite.requested[0]!.url).pathname).toHaveLength(2048)
})

test('the long code of a sign-in provider is still read', async ({ smallSite }) => {
  await ask(smallSite.port, `/admin/provider/university?code=${'a'.repeat(4000)}`)

  expect(new URL(smallSite.requested[0]!.url).searchParams.get('code')).toHaveLength(4000)
})

test.for([
  ['/iaps/', '/iaps'],
  ['/iaps/?q=1', '/iaps?q=1'],
  ['/iaps/?next=//evil.example/', '/iaps?next=//evil.example/'],
  ['/evil.example/', '/evil.example'],
  ['/@evil.example/', '/@evil.example'],
  ['/%09/', '/%09'],
] as const)('%s redirects to %s on this site', async ([path, location], { smallSite }) => {
  const answer = await ask(smallSite.port, path)

  expect(answer.status).toBe(308)
  expect(answer.headers.location).toBe(location)
  expect(new URL(location, origin).origin).toBe(origin)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(smallSite.requested).toHaveLength(0)
})

test('no redirect ever leaves the site, whatever the path', async ({ smallSite }) => {
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
      const { headers } = await ask(smallSite.port, path)
      if (headers.location) expect(new URL(headers.location, origin).origin, path).toBe(origin)
    }
  }
})

test('a forged address does not reach the router', async ({ smallSite }) => {
  await ask(smallSite.port, '/a', {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  })

  expect(smallSite.requested[0]!.url).toBe(`${origin}/a`)
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
] as const)('%j gets a short page and one log line', async ([bytes, status, words], { smallSite }) => {
  const logged = captureLog()
  const answer = await sendRaw(smallSite.port, bytes)

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/<html lang="en">/)
  expect(answer).toContain(words)
  expect(logged).toMatchObject([{ event: 'request.unreadable', status }])
})

test('headers that do not end are given up soon after their time', async ({ smallSite }) => {
  const logged = captureLog()
  smallSite.server.headersTimeout = 100
  const answer = await sendRaw(smallSite.port, 'GET / HTTP/1.1\r\nHost: a\r\n')

  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(logged).toMatchObject([{ event: 'request.unreadable' }])
})

test('closing waits for the current answer, and for nothing else', async ({ smallSite }) => {
  let finish = () => {}
  smallSite.answers['/slow'] = () => new Promise<Response>((done) => (finish = () => done(page('whole'))))
  const idle = connect(smallSite.port, '127.0.0.1')
  const used = connect(smallSite.port, '127.0.0.1')
  await Promise.all([once(idle, 'connect'), once(used, 'connect')])
  used.write('GET /unknown HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(used, 'data')
  const close = gentleCloser(smallSite.server)
  const late = connect(smallSite.port, '127.0.0.1')
  await once(late, 'connect')
  const answer = ask(smallSite.port, '/slow', { connection: 'keep-alive' })
  await vi.waitFor(() => expect(smallSite.requested).toHaveLength(2))

  const closed = close()
  await once(late, 'close')
  expect(await Promise.race([closed.then(() => 'closed'), sleep(100, 'waiting')])).toBe('waiting')
  finish()
  expect(await answer).toMatchObject({ status: 200, text: 'whole' })
  idle.destroy()
  await closed
})
