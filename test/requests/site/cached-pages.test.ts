import { expect, vi } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, test } from '#test/harness/site.ts'

const soon = { timeout: 2000, interval: 20 }

test('a page comes from the cache the second time, with its policy and its tag', async ({ port }) => {
  await ask(port, '/iaps')
  const { headers, text, status } = await ask(port, '/iaps')

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
    'content-security-policy': expect.stringContaining(`default-src 'none'`),
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  expect(await ask(port, '/iaps', { 'if-none-match': headers.etag })).toMatchObject({ status: 304, text: '' })
  expect(text).toContain('</html>')
})

test('what another process publishes is on the page within two seconds', async ({ port, testSite }) => {
  const before = await ask(port, '/contact-us')
  expect(before.text).not.toContain('office@example.org')
  const other = openDatabase(testSite.database)
  await changeSettings(other, system, { email: 'office@example.org' }, autumn)
  await other.destroy()

  await vi.waitFor(async () => {
    const after = await ask(port, '/contact-us', { 'if-none-match': before.headers.etag })
    expect(after.status).toBe(200)
    expect(after.text).toContain('office@example.org')
  }, soon)
})

test('a page that has not changed keeps its tag when something else does', async ({ port, site }) => {
  const before = await ask(port, '/iaps/constitution')
  await changeSettings(site.db, system, { phone: '' }, autumn)
  await vi.waitFor(async () => {
    const { version } = await site.db
      .selectFrom('content_version')
      .select('version')
      .executeTakeFirstOrThrow()
    expect(version).toBeGreaterThan(1)
  }, soon)

  expect((await ask(port, '/iaps/constitution')).headers.etag).toBe(before.headers.etag)
})

test('a search page is rendered for each visitor, so that it may have a nonce', async ({ port }) => {
  const [one, two] = [await ask(port, '/search?q=light'), await ask(port, '/search?q=light')]

  expect(one.status).toBe(200)
  if (one.headers['cache-control'] === 'no-store')
    expect(one.headers['content-security-policy']).not.toBe(two.headers['content-security-policy'])
})

test('a stored picture is sent in part when a part is asked for', async ({ port, site }) => {
  const { sha256, bytes } = await site.db
    .selectFrom('picture_variant')
    .select(['sha256', 'bytes'])
    .where('format', '=', 'jpeg')
    .executeTakeFirstOrThrow()
  const path = `/pictures/${sha256}.jpg`
  const whole = await ask(port, path)
  const part = await ask(port, path, { range: 'bytes=0-9' })

  expect(whole).toMatchObject({ status: 200 })
  expect(whole.bytes).toHaveLength(bytes)
  expect(part.status).toBe(206)
  expect(part.bytes).toEqual(whole.bytes.subarray(0, 10))
  expect(await ask(port, path, { 'if-none-match': whole.headers.etag })).toMatchObject({ status: 304 })
  const head = await ask(port, path, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe(String(bytes))
})

test('a built file may be cached forever, and is sent as it was compressed', async ({ port }) => {
  const { text } = await ask(port, '/')
  const [font] = /\/assets\/[\w-]+\.woff2/.exec(text) ?? []
  const answer = await ask(port, font!)

  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await ask(port, font!, { 'if-none-match': answer.headers.etag })).toMatchObject({ status: 304 })
  expect(await ask(port, '/icon.svg', { 'accept-encoding': 'br' })).toMatchObject({
    status: 200,
    headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=86400' },
  })
})

test.for([
  '/assets/none.js',
  '/.env',
  '/.git/config',
  '/@vite/client',
  '/server.ts',
  '/build/server/index.js',
  '/data/site.db',
])('%s does not exist', async (path, { port }) => {
  captureLog()
  expect((await ask(port, path)).status).toBe(404)
})
