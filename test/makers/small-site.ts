import { VisitCounts } from '#server/observe/visit-counts.ts'
import type { Server } from 'node:http'
import { test as base } from 'vitest'
import { listen } from '#test/harness/http.ts'
import { AdmissionControl } from '#server/load/admission-control.server.ts'
import { siteAddresses } from '#routes/request/site-addresses.ts'
import { createHttpServer, unreadMs } from '#server/http/http.server.ts'
import { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { PageCache } from '#server/cache/page-cache.server.ts'
import type { Respond } from '#server/http/page-rendering.server.ts'
import { routeNamer } from '#server/http/route-names.ts'
import { gentleCloser } from '#server/http/stop.server.ts'

export const origin = 'http://localhost:3000'

export const forEverybody = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'content-type': 'text/html',
}

/** A small site: `answers` holds the responses of its addresses, `requested` what reached the router. */
interface SmallSite {
  port: number
  server: Server
  cache: PageCache
  requested: Request[]
  answers: Record<string, () => Response | Promise<Response>>
  /** The content version in the database. */
  content: { version: number }
  metrics: ProcessMetrics
}

export const test = base.extend<{ smallSite: SmallSite }>({
  smallSite: async ({}, use) => {
    const requested: Request[] = []
    const answers: SmallSite['answers'] = {}
    const cache = new PageCache()
    const respond: Respond = async (request, refusal) => {
      requested.push(request)
      if (refusal) return new Response(refusal.sentence, { status: refusal.status })
      const answer = answers[new URL(request.url).pathname]
      return answer ? answer() : new Response('<h1>lost</h1>', { status: 404 })
    }
    const content = { version: 1 }
    const readVersion = async () => content.version
    const metrics = new ProcessMetrics()
    const nameOf = routeNamer(['/', '/*'])
    const admission = new AdmissionControl({ origin, metrics, loopDelay: { isLagging: false } })
    const server = createHttpServer({
      ...{ origin, site: siteAddresses, assets: new Map(), cache, respond, readVersion, admission },
      metrics,
      lifecycle: { isOpen: true, isLeaving: false },
      canServe: async () => true,
      nameOf,
      unreadMs,
      visits: new VisitCounts(origin, siteAddresses.uncounted),
    })
    const close = gentleCloser(server)
    const port = await listen(server)
    await use({ port, server, cache, requested, answers, content, metrics })
    await close()
    metrics.close()
  },
})

export const page = (text = '<h1>light</h1>', more: Record<string, string> = {}) =>
  new Response(text, { headers: { ...forEverybody, ...more } })
