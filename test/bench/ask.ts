import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface TimedAnswer {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  ms: number
}

export const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends one request and returns the bytes as they came over the wire, with the time to the last of them. */
export function ask(url: string, headers: Record<string, string> = {}): Promise<TimedAnswer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const requested = request(url, { agent, headers }, (response) => {
      buffer(response).then((body) => {
        const { statusCode = 0, headers, rawHeaders } = response
        resolve({ status: statusCode, headers, rawHeaders, body, ms: performance.now() - started })
      }, reject)
    })
    requested.on('error', reject).end()
  })
}

/** Does the work for every item, this many at a time. */
export async function together<T>(items: T[], width: number, work: (item: T) => Promise<unknown>) {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
