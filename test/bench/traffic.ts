import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './numbers.ts'
import type { TrafficRequest, Errand, TrafficGroup, Outcomes, Plan } from './traffic-plan.ts'

/** A program: runs a plan, all groups in parallel, and prints the results of each. */

const { address, seconds, groups } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan
const { origin, hostname, port } = new URL(address)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const files = new Map<string, Buffer>()
let end = performance.now() + (seconds || 3600) * 1000
let made = 0

class Tally {
  readonly times: number[] = []
  readonly refused: number[] = []
  readonly before: number[] = []
  readonly statuses: Record<string, number> = {}
  readonly acknowledged: string[] = []
  closed = 0
  readonly #started = performance.now()

  async ask(ask: TrafficRequest, isLast = true): Promise<number> {
    const started = performance.now()
    const status = await send(ask)
    const ms = performance.now() - started
    const times = isLast ? this.times : this.before
    times.push(ms)
    if (status === 503 || status === 429) this.refused.push(ms)
    const name = status || 'lost'
    this.statuses[name] = (this.statuses[name] ?? 0) + 1
    return status
  }

  outcomes(): Outcomes {
    const { times, refused, before, statuses, acknowledged, closed } = this
    return {
      answers: times.length,
      perSecond: (times.length * 1000) / (performance.now() - this.#started),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      longest: percentile(times, 1),
      ...{ statuses, acknowledged, closed },
      refusedP50: percentile(refused, 0.5),
      refusedP99: percentile(refused, 0.99),
      beforeP50: percentile(before, 0.5),
      beforeP99: percentile(before, 0.99),
    }
  }
}

/** The status, or zero if there was no answer. */
function send({ path, method = 'GET', headers = {}, body = '', file }: TrafficRequest): Promise<number> {
  const bytes = file ? bytesOf(file) : Buffer.from(body)
  const own = method === 'POST' ? { origin, 'content-length': bytes.length, ...headers } : headers
  return new Promise((resolve) => {
    const requested = request(address + path.replace('*', `${process.pid}x${++made}`), {
      ...{ agent, method, headers: own },
    })
    requested.on('response', (response) =>
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', () => resolve(0)),
    )
    requested.on('error', () => resolve(0)).end(bytes)
  })
}

function bytesOf(file: string): Buffer {
  const bytes = files.get(file) ?? readFileSync(file)
  files.set(file, bytes)
  return bytes
}

function isOpen(): boolean {
  return performance.now() < end
}

async function run(group: TrafficGroup): Promise<Outcomes> {
  const tally = new Tally()
  if (group.kind === 'readers') await read(tally, group)
  else if (group.kind === 'flood') await flood(tally, group)
  else if (group.kind === 'senders') await errands(tally, group)
  else await stayDeaf(tally, group)
  return tally.outcomes()
}

async function read(tally: Tally, { count, paths, headers, thinkMs }: TrafficGroup & { kind: 'readers' }) {
  const one = async (_: unknown, number: number) => {
    // Not all in the same moment.
    if (thinkMs > 0) await wait((thinkMs * number) / count)
    for (let at = number; isOpen(); at++) {
      await tally.ask({ path: paths[at % paths.length]!, headers })
      if (thinkMs > 0) await wait(thinkMs)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
}

async function flood(tally: Tally, { perSecond, asks }: TrafficGroup & { kind: 'flood' }) {
  const started = performance.now()
  const under: Promise<number>[] = []
  while (isOpen()) {
    const due = ((performance.now() - started) * perSecond) / 1000
    while (under.length < due) under.push(tally.ask(asks[under.length % asks.length]!))
    await wait(5)
  }
  await Promise.all(under)
}

async function errands(tally: Tally, group: TrafficGroup & { kind: 'senders' }) {
  const rest = group.errands.entries()
  const started = performance.now()
  const msEach = group.perMinute === undefined ? 0 : 60_000 / group.perMinute
  await Promise.all(
    Array.from({ length: group.count }, async () => {
      for (const [at, errand] of rest) {
        const early = started + at * msEach - performance.now()
        if (early > 0) await wait(early)
        if (isOpen()) await runErrand(tally, errand)
      }
    }),
  )
  if (seconds === 0) end = performance.now()
}

async function runErrand(tally: Tally, { key, asks }: Errand) {
  let status = 0
  for (const [at, ask] of asks.entries()) {
    status = await tally.ask(ask, at === asks.length - 1)
    if (status === 0 || status >= 400) return
  }
  if (status === 302) tally.acknowledged.push(key)
}

/** So many requests on one connection that their answers cannot all fit into the buffers of the machine. */
async function stayDeaf(tally: Tally, { count, path }: TrafficGroup & { kind: 'deaf' }) {
  const question = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`.repeat(16)
  const lines = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => undefined).on('close', () => tally.closed++)
    socket.write(question)
    return socket
  })
  while (isOpen()) await wait(100)
  const { closed } = tally
  for (const socket of lines) socket.destroy()
  tally.closed = closed
}

const outcomes = await Promise.all(groups.map(run))
agent.destroy()
process.stdout.write(JSON.stringify(Object.fromEntries(groups.map(({ name }, at) => [name, outcomes[at]]))))
