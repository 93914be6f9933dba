import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { listAddressed } from '#test/harness/route-table.ts'
import { openStarterSite, origin } from '#test/harness/site.ts'
import { makeVisitors, test } from '#test/harness/visitors.ts'

/** With ACCESS_LOG every request is logged, and no line says who it was. */

async function openLogged(env: Record<string, string>) {
  const testSite = await openStarterSite(origin, env)
  const port = await listen(testSite.site.http)
  onTestFinished(async () => {
    testSite.site.http.closeAllConnections()
    testSite.site.http.close()
    await testSite.close()
  })
  return { testSite, port }
}

const ofRequests = (lines: Record<string, unknown>[]) => lines.filter(({ event }) => event === 'request')

test('each request of each route has one line, without address, query, cookie or token', async () => {
  const { testSite, port } = await openLogged({ ACCESS_LOG: 'yes', TRUSTED_PROXIES: '127.0.0.1' })
  const { admin, editor } = await makeVisitors(testSite)
  const table = await listAddressed(testSite.site, editor.id)
  const logged = captureLog()
  const from = { 'x-forwarded-for': '198.51.100.23' }
  for (const { path } of table)
    await ask(port, `${path}?q=Zebrafinch`, { ...from, cookie: `${admin.cookie}; other=Zebrafinch` })
  await ask(port, '/confirm/Zebrafinch', from)
  await ask(port, '/news', from)

  const lines = ofRequests(logged)
  expect(lines).toHaveLength(table.length + 2)
  expect(JSON.stringify(lines)).not.toMatch(/Zebrafinch|198\.51\.100\.23/)
  expect(JSON.stringify(lines)).not.toContain(admin.cookie.split('=')[1])
  expect(lines.every((line) => line['from'] === '198.51.100.0/24' && typeof line['route'] === 'string')).toBe(
    true,
  )
  expect(lines.at(-1)).toMatchObject({
    method: 'GET',
    route: '/news',
    status: 200,
  })
  const hidden = table.filter(({ path }) =>
    /^\/(admin|account|editor|certificates|confirm|draft)\//.test(path),
  )
  const paths = new Set(lines.map(({ path }) => path))
  expect(hidden.filter(({ path }) => paths.has(path))).toEqual([])
})

test('a page from the cache, a missing one and a form that was cut off are logged too', async () => {
  const { port } = await openLogged({ ACCESS_LOG: 'yes' })
  const logged = captureLog()
  for (const path of ['/iaps', '/iaps', '/no-such-page']) await ask(port, path)
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /contact-us HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    'Content-Length: 1000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\nname=`, () => setTimeout(() => socket.destroy(), 50))

  await expect.poll(() => ofRequests(logged).map(({ status }) => status)).toEqual([200, 200, 404, 400])
  expect(ofRequests(logged)[1]).toMatchObject({ bytes: expect.any(Number), ms: expect.any(Number) })
})

test('without the setting no request is logged', async () => {
  const { port } = await openLogged({})
  const logged = captureLog()
  await ask(port, '/iaps')
  expect(ofRequests(logged)).toEqual([])
})
