import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { percentile } from './numbers.ts'
import type { Load } from './load.ts'

/** A program: many people at once, each of whom sends a form that is filled in, and the next one after that. */

const [, , url = '', file = '', submitters = ''] = process.argv
const cookies = JSON.parse(readFileSync(file, 'utf8')) as string[]
const { origin } = new URL(url)
const agent = new Agent({ keepAlive: true, maxSockets: Number(submitters) })
const times: number[] = []
const started = performance.now()

function send(cookie: string): Promise<void> {
  const asked = performance.now()
  const headers = { origin, cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': 0 }
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 302) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.resume().on('end', () => {
        times.push(performance.now() - asked)
        resolve()
      })
    })
    sending.on('error', reject).end()
  })
}

await Promise.all(
  Array.from({ length: Number(submitters) }, async () => {
    for (let cookie = cookies.pop(); cookie !== undefined; cookie = cookies.pop()) await send(cookie)
  }),
)
agent.destroy()
const load: Load = {
  perSecond: (times.length * 1000) / (performance.now() - started),
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
}
console.log(JSON.stringify(load))
