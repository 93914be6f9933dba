import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { ask, listen } from '#test/harness/http.ts'
import { Probes } from './probes.server.ts'

async function open(canServe: () => Promise<boolean>, isStoreUp?: () => boolean) {
  const lifecycle = { isOpen: true, isLeaving: false }
  const probes = new Probes({ origin: 'http://localhost', lifecycle, canServe, isStoreUp })
  const routes: string[] = []
  const server = createServer((request, response) => {
    if (!probes.answer(request, response, (route) => routes.push(route))) response.writeHead(404).end()
  })
  const port = await listen(server)
  return { port, lifecycle, routes, [Symbol.dispose]: () => void server.close() }
}

test('a thousand probes at once share a few checks, and each is counted', async () => {
  let checks = 0
  using site = await open(async () => {
    checks++
    return true
  })
  const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(site.port, '/readyz')))

  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 ready\n']))
  expect(checks).toBeLessThan(20)
  expect(site.routes).toHaveLength(1000)
})

test('/healthz needs no check, and a process that stops says so at once', async () => {
  using site = await open(() => new Promise(() => {}))
  expect(await ask(site.port, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
  site.lifecycle.isOpen = false
  expect(await ask(site.port, '/readyz')).toMatchObject({ status: 503, text: 'stopping\n' })
})

test('a check that fails means not ready, and is repeated soon', async () => {
  let isThere = false
  using site = await open(async () => {
    if (!isThere) throw new Error('away')
    return true
  })
  const refused = await ask(site.port, '/readyz')
  expect(refused).toMatchObject({ status: 503, text: 'the database does not answer\n' })
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  isThere = true
  await expect.poll(async () => (await ask(site.port, '/readyz')).status).toBe(200)
})

test('a store that is away is named, and the site stays ready: most pages need no file', async () => {
  using site = await open(
    async () => true,
    () => false,
  )
  expect(await ask(site.port, '/readyz')).toMatchObject({
    status: 200,
    text: 'ready; the store of files does not answer\n',
  })
})

test('other addresses and methods are left to the site', async () => {
  using site = await open(async () => true)
  for (const path of ['/healthz/', '/readyz?x', '/readyz.data', '/'])
    expect((await ask(site.port, path)).status).toBe(404)
  expect((await ask(site.port, '/healthz', { method: 'POST', body: '' })).status).toBe(404)
  expect((await ask(site.port, '/healthz', { method: 'HEAD' })).status).toBe(200)
})
