import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test as base } from 'vitest'
import { listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { closeWhenSlow } from './slow-body.server.ts'

const test = base.extend<{ server: Server; socket: Socket }>({
  server: async ({}, use) => {
    const server = createServer((incoming, outgoing) => {
      closeWhenSlow(incoming, outgoing, { ms: 200, bytes: 1000 })
      incoming.on('end', () => outgoing.end('whole')).resume()
    })
    await use(server)
    server.closeAllConnections()
    server.close()
  },
  socket: async ({ server }, use) => {
    const socket = connect(await listen(server), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n')
    await use(socket)
    socket.destroy()
  },
})

test('a body that arrives byte by byte is cut off', async ({ socket }) => {
  const logged = captureLog()
  const timer = setInterval(() => socket.write('a'), 20)
  await closed(socket)
  clearInterval(timer)

  expect(logged).toMatchObject([{ event: 'request.slow', path: '/' }])
})

test('a body that does not arrive at all is cut off', async ({ socket }) => {
  captureLog()
  const started = performance.now()
  await closed(socket)

  expect(performance.now() - started).toBeLessThan(5000)
})

test('a body that arrives slowly but steadily is read completely', async ({ socket }) => {
  for (let sent = 0; sent < 100_000; sent += 4000) {
    socket.write(Buffer.alloc(4000))
    await wait(40)
  }
  const [answer] = (await once(socket, 'data')) as [Buffer]

  expect(answer.toString()).toContain('200 OK')
})

test('a sender who has the answer cannot go on for gigabytes', async () => {
  const server = createServer((incoming, outgoing) => {
    closeWhenSlow(incoming, outgoing)
    incoming.resume()
    outgoing.end('refused')
  })
  const socket = connect(await listen(server), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000000\r\n\r\n')
  const ended = closed(socket)
  const piece = Buffer.alloc(65_536)
  let sent = 0
  while (!socket.destroyed && sent < 2_000_000_000) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended])
  }
  server.close()

  expect(sent).toBeLessThan(1_000_000_000)
})

/** It does not matter whether the connection ends cleanly or is reset with bytes still on their way. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
