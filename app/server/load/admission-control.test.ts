import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { sendRaw } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { origin, test } from '#test/harness/workshop.ts'

test('some pages are rendered in parallel, some wait in order, and the rest is rejected immediately', async ({
  shop,
}) => {
  const logged = captureLog()
  const requested = []
  for (let number = 1; number <= 5; number++) {
    requested.push(shop.ask(`/${number}`))
    await shop.expectStarted(Math.min(number, 2))
    await shop.expectWaiting(Math.max(0, number - 2))
  }
  const refused = await Promise.all([shop.ask('/6'), shop.ask('/7'), shop.ask('/8')])

  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(refused[0]?.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
  expect(refused[0]?.text).toContain('Our server is very busy right now.')
  expect(shop.started.map(({ path }) => path)).toEqual(['/1', '/2'])
  expect(shop.metrics.turnedAway).toEqual({ page: 3, file: 0, sent: 0, metrics: 0 })
  expect(logged.filter(({ event }) => event === 'crowd.turned-away')).toHaveLength(1)

  for (let number = 1; number <= 5; number++) {
    await shop.expectStarted(Math.min(number + 1, 5))
    shop.started[number - 1]?.finish()
    expect(await requested[number - 1]).toMatchObject({ status: 200 })
  }
  expect(shop.started.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/4', '/5'])
})

test('cached pages, probes and other kinds of work continue while no more pages are rendered', async ({
  shop,
}) => {
  captureLog()
  for (const path of ['/ready', '/healthz', '/pictures/a.jpg', '/send']) shop.quick.add(path)
  await shop.ask('/ready')
  const making = await shop.fillWithPages()
  expect((await shop.ask('/other')).status).toBe(503)

  for (const path of ['/ready', '/healthz', '/pictures/a.jpg'])
    expect(await shop.ask(path), path).toMatchObject({ status: 200 })
  expect(await shop.post('/send')).toMatchObject({ status: 200 })
  shop.finishAll()
  expect((await Promise.all(making)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('all requests for the same page wait for one rendering, however many there are', async ({ shop }) => {
  const requested = Array.from({ length: 40 }, () => shop.ask('/one'))
  await expect.poll(() => shop.metrics.cacheMisses).toBe(40)
  shop.finishAll()

  expect((await Promise.all(requested)).map(({ status }) => status)).toEqual(Array(40).fill(200))
  expect(shop.started).toHaveLength(1)
})

test('the previous page is shown if it cannot be rendered again', async ({ shop }) => {
  captureLog()
  shop.quick.add('/old')
  await shop.ask('/old')
  shop.cache.version++
  const making = await shop.fillWithPages()

  expect(await shop.ask('/old')).toMatchObject({ status: 200, text: '<h1>/old</h1>' })
  expect(shop.started).toHaveLength(3)
  shop.finishAll()
  await Promise.all(making)
})

test('a form that cannot be accepted is refused before any work is done', async ({ shop }) => {
  captureLog()
  const accepted = [shop.post('/1'), shop.post('/2')]
  await shop.expectStarted(2)
  const page = await shop.post('/3', { accept: 'text/html,*/*' })
  const data = await shop.post('/3', { accept: '*/*' })

  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
  expect(page.text).toContain('we did not save what you sent. Go back to the form, where your text still is')
  expect(JSON.parse(data.text)).toEqual({
    sentence: expect.stringContaining('we did not save what you sent'),
  })
  shop.finishAll()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200])
  expect(shop.started.map(({ path }) => path).toSorted()).toEqual(['/1', '/2'])
  expect(shop.metrics.turnedAway).toEqual({ page: 0, file: 0, sent: 2, metrics: 0 })
})

test('a slow sender blocks nobody', async ({ shop }) => {
  const slow = [1, 2].map((number) => {
    const socket = connect(shop.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST /slow${number} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncontent-length: 9\r\n\r\n`)
    return socket
  })
  captureLog()
  await shop.expectStarted(2)
  expect((await shop.post('/quick')).status).toBe(503)
  shop.quick.add('/quick')

  await expect.poll(async () => (await shop.post('/quick')).status, { timeout: 8000 }).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('slow senders are counted, in all and by network, and are no longer counted when they are gone', async ({
  shop,
}) => {
  const logged = captureLog()
  shop.quick.add('/quick')
  const { slow } = shop.admission
  const send = (network: string, length: number) => {
    const socket = connect(shop.port, '127.0.0.1').on('error', () => undefined)
    const head = `host: x\r\norigin: ${origin}\r\nx-forwarded-for: ${network}\r\ncontent-length: ${length}`
    socket.write(`POST /slow HTTP/1.1\r\n${head}\r\n\r\na`)
    return socket
  }
  const first = [send('a', 100_000), send('a', 100_000)]
  await expect.poll(() => slow.count, { timeout: 8000 }).toBe(2)

  // A long body of the same network is refused before it is read; others are served.
  const refused = await once(send('a', 100_000).setEncoding('utf8'), 'data')
  expect(refused[0]).toMatch(/^HTTP\/1\.1 503/)
  expect((await shop.post('/quick', { 'x-forwarded-for': 'a' })).status).toBe(200)
  const other = send('b', 100_000)
  await expect.poll(() => slow.count, { timeout: 8000 }).toBe(3)
  // A sender that turns out to be slow when there is no room any more is disconnected.
  const short = send('a', 100)
  await once(short, 'close')
  expect(logged.map(({ event }) => event)).toContain('crowd.too-many-slow')

  for (const socket of [...first, other]) socket.destroy()
  shop.finishAll()
  await expect.poll(() => slow.count).toBe(0)
  expect(shop.admission.limits.sent.active).toBe(0)
})

test('while there are too many slow senders, a long body of another network is read immediately, and the slowest of the busiest network is disconnected if that one is slow too', async ({
  shop,
}) => {
  const logged = captureLog()
  shop.quick.add('/quick')
  const { slow } = shop.admission
  const send = (network: string) => {
    const socket = connect(shop.port, '127.0.0.1').on('error', () => undefined)
    const head = `host: x\r\norigin: ${origin}\r\nx-forwarded-for: ${network}\r\ncontent-length: 100000`
    socket.write(`POST /slow HTTP/1.1\r\n${head}\r\n\r\na`)
    return socket
  }
  const busiest = [send('a'), send('a')]
  await expect.poll(() => slow.count, { timeout: 8000 }).toBe(2)
  const other = send('b')
  await expect.poll(() => slow.count, { timeout: 8000 }).toBe(3)

  const body = 'a'.repeat(80_000)
  expect((await shop.post('/quick', { 'x-forwarded-for': 'c', body })).status).toBe(200)
  expect([slow.count, logged]).toEqual([3, []])

  const newcomer = send('c')
  await Promise.race(busiest.map((socket) => once(socket, 'close')))
  expect(logged.map(({ event }) => event)).toEqual(['crowd.trickler-ended'])
  expect([slow.count, newcomer.closed, other.closed]).toEqual([3, false, false])

  for (const socket of [...busiest, other, newcomer]) socket.destroy()
  shop.finishAll()
  await expect.poll(() => slow.count).toBe(0)
  expect(shop.admission.limits.sent.active).toBe(0)
})

test('an overloaded process queues nothing, and still does what it has capacity for', async ({ shop }) => {
  captureLog()
  shop.loopDelay.isLagging = true
  const making = [shop.ask('/1'), shop.ask('/2')]
  await shop.expectStarted(2)

  expect((await shop.ask('/3')).status).toBe(503)
  shop.finishAll()
  expect((await Promise.all(making)).map(({ status }) => status)).toEqual([200, 200])
})

test('a client that sends requests far ahead of their answers is disconnected, and a few of them do no harm', async ({
  shop,
}) => {
  const logged = captureLog()
  shop.quick.add('/quick')
  const question = 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\n'
  const last = question.replace('host: x', 'host: x\r\nconnection: close')
  const few = await sendRaw(shop.port, question.repeat(10) + last)
  expect(few.match(/HTTP\/1.1 200/g)).toHaveLength(11)

  const many = connect(shop.port, '127.0.0.1').on('error', () => undefined)
  many.write('GET /waits HTTP/1.1\r\nhost: x\r\n\r\n' + question.repeat(300))
  await once(many, 'close')
  expect(logged.map(({ event }) => event)).toEqual(['request.too-far-ahead'])
  expect(shop.started.filter(({ path }) => path === '/quick')).toHaveLength(1)
})

test('a client that leaves an answer unread is disconnected, and one that waits for an answer is not', async ({
  shop,
}) => {
  const logged = captureLog()
  shop.quick.add('/long')
  const patient = shop.ask('/patient')
  const socket = connect(shop.port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET /long HTTP/1.1\r\nhost: x\r\n\r\n`)

  await expect.poll(() => logged.map(({ event }) => event), { timeout: 8000 }).toContain('answer.unread')
  shop.finishAll()
  expect(await patient).toMatchObject({ status: 200 })
  socket.destroy()
})
