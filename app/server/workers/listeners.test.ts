import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { openListeners } from './listeners.ts'

const host = '127.0.0.1'

async function openServer() {
  const server = createServer((_request, answer) => answer.end('here'))
  const listeners = await openListeners(server, { host, port: 0 })
  onTestFinished(() => {
    listeners.close()
    server.closeAllConnections()
  })
  return { server, listeners }
}

test.runIf(process.platform === 'linux')(
  'several simultaneous connections are accepted in one turn',
  async () => {
    const { server, listeners } = await openServer()
    let round = 0
    const rounds: number[] = []
    server.on('connection', () => rounds.push(round))
    const visitors = Array.from({ length: 64 }, () => connect(listeners.port, host))
    onTestFinished(() => visitors.forEach((visitor: Socket) => visitor.destroy()))
    // The system accepts them while the process is busy.
    for (const end = performance.now() + 100; performance.now() < end;);
    for (; rounds.length < visitors.length; round++) await nextRound()

    const taken = Map.groupBy(rounds, (number) => number)
    expect(Math.max(...[...taken.values()].map(({ length }) => length))).toBeGreaterThan(4)
  },
)

test('every listener leads to the same server, and all of them close', async () => {
  const { server, listeners } = await openServer()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => ask(listeners.port, '/', { connection: 'close' })),
  )
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['here']))

  listeners.close()
  await once(server, 'close')
  for (let time = 0; time < 20; time++)
    await expect(ask(listeners.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a port that is already in use is not shared', async () => {
  const { listeners } = await openServer()
  await expect(openListeners(createServer(), { host, port: listeners.port })).rejects.toThrow(
    `PORT ${listeners.port} is in use by another program; set PORT to a free one.`,
  )
})
