import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { runProgram, type OtherProcess } from './processes.ts'
import { openStarterSite, origin, type TestSite } from './site.ts'

/** Three processes of the built site on one database, behind a proxy that forwards the visitor's address. */

const proxy = '127.0.0.1'

export interface ThreeSites {
  testSite: TestSite
  /** Sends a request to the next of them in turn, for someone at the given address. */
  respondFor(address: string): (request: Request) => Promise<Response>
  /** Ends one of them like a power cut, and starts it again. */
  killOneAndStartIt(): Promise<void>
  close(): Promise<void>
}

export async function openThreeSites(): Promise<ThreeSites> {
  const testSite = await openStarterSite()
  // Making picture variants would keep all of them busy for minutes.
  await testSite.site.db
    .updateTable('job')
    .set({ done_at: Date.now() })
    .where('done_at', 'is', null)
    .execute()
  const { database, dataDir } = testSite
  const shared = isPostgresUrl(database) ? { DATABASE_URL: database } : {}
  const where = { HOST: proxy, PORT: '0', ORIGIN: origin, TRUSTED_PROXIES: proxy }
  const startOne = () => runProgram('scripts/serve.mjs', { DATA_DIR: dataDir, ...where, ...shared })
  const running = Array.from({ length: 3 }, startOne)
  const ports = await Promise.all(running.map(portOf))
  let turn = 0
  return {
    testSite,
    respondFor: (address) => (request) => passOn(request, ports[turn++ % ports.length] ?? 0, address),
    async killOneAndStartIt() {
      running[0]?.process.kill('SIGKILL')
      await running[0]?.ended
      running[0] = startOne()
      ports[0] = await portOf(running[0])
    },
    async close() {
      for (const { process } of running) process.kill('SIGTERM')
      await Promise.all(running.map(({ ended }) => ended))
      await testSite.close()
    },
  }
}

async function portOf(site: OtherProcess): Promise<number> {
  return Number(/:(\d+)$/.exec(await site.line(/ is running at /))?.[1])
}

async function passOn(request: Request, port: number, address: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('host', new URL(origin).host)
  headers.set('x-forwarded-for', address)
  const body = request.method === 'GET' ? {} : { body: await request.arrayBuffer() }
  const { method } = request
  return fetch(`http://${proxy}:${port}${pathname}${search}`, {
    method,
    headers,
    redirect: 'manual',
    ...body,
  })
}
