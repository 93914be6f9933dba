import { Agent, get } from 'node:http'
import { percentile } from './numbers.ts'
import type { Load } from './load.ts'

/** A program for machines without wrk: requests one address repeatedly over persistent connections. */

const [, , url = '', encoding = '', seconds = '', connections = ''] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const times: number[] = []
const started = performance.now()
const end = started + Number(seconds) * 1000

function ask(): Promise<void> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.resume().on('end', () => {
        times.push(performance.now() - startedAt)
        resolve()
      })
    }).on('error', reject)
  })
}

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < end) await ask()
  }),
)
agent.destroy()
const load: Load = {
  perSecond: (times.length * 1000) / (performance.now() - started),
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
}
console.log(JSON.stringify(load))
