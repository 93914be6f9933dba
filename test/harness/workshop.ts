import { VisitCounts } from '#server/observe/visit-counts.ts'
import type { Server } from 'node:http'
import { expect, test as base } from 'vitest'
import { siteAddresses } from '#routes/request/site-addresses.ts'
import { ask, listen } from '#test/harness/http.ts'
import { AdmissionControl, type RequestKind } from '#server/load/admission-control.server.ts'
import { createHttpServer } from '#server/http/http.server.ts'
import { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { PageCache } from '#server/cache/page-cache.server.ts'
import type { ConcurrencySettings } from '#server/load/concurrency-limit.ts'

export const origin = 'http://localhost:3000'
const forEverybody = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'content-type': 'text/html',
}
const small: Record<RequestKind, ConcurrencySettings> = {
  page: { atOnce: 2, maxQueued: 3, maxWaitMs: 60_000 },
  file: { atOnce: 1, maxQueued: 0, maxWaitMs: 0 },
  sent: { atOnce: 2, maxQueued: 0, maxWaitMs: 0 },
  metrics: { atOnce: 1, maxQueued: 1, maxWaitMs: 400 },
}

/** A small site on which work starts on request and ends when the test says so. */
class Workshop {
  port = 0
  readonly metrics = new ProcessMetrics()
  readonly loopDelay = { isLagging: false }
  readonly cache = new PageCache()
  readonly started: { path: string; finish: () => void }[] = []
  /** What is answered immediately. */
  readonly quick = new Set<string>()
  readonly server: Server
  readonly admission = new AdmissionControl(
    {
      ...{ origin, metrics: this.metrics, loopDelay: this.loopDelay },
      networkOf: ({ headers }) => String(headers['x-forwarded-for'] ?? ''),
      isKnown: ({ headers }) => headers.cookie !== undefined,
    },
    small,
    { inAll: 3, ofNetwork: 2 },
  )
  #isOver = false

  constructor() {
    const { admission } = this
    const respond = async (request: Request) => {
      const path = new URL(request.url).pathname
      await new Promise<void>((finish) => {
        this.started.push({ path, finish })
        if (this.#isOver || this.quick.has(path)) finish()
      })
      if (path === '/long') return new Response('long '.repeat(3_000_000))
      return new Response(`<h1>${path}</h1>`, { headers: forEverybody })
    }
    this.server = createHttpServer({
      ...{
        origin,
        site: siteAddresses,
        assets: new Map(),
        cache: this.cache,
        respond,
        metrics: this.metrics,
        admission,
      },
      readVersion: async () => 1,
      lifecycle: { isOpen: true, isLeaving: false },
      canServe: async () => true,
      nameOf: (path) => path,
      unreadMs: 150,
      visits: new VisitCounts(origin, siteAddresses.uncounted),
    })
  }

  ask(path: string, more: Parameters<typeof ask>[2] = {}) {
    return ask(this.port, path, more)
  }

  post(path: string, more: Record<string, string> = {}) {
    return this.ask(path, { method: 'POST', origin, body: 'a=b', ...more })
  }

  async expectStarted(count: number) {
    await expect.poll(() => this.started.length).toBe(count)
  }

  async expectWaiting(count: number) {
    await expect.poll(() => this.admission.limits.page.waiting).toBe(count)
  }

  /** Takes all slots for rendering pages and the whole queue. */
  async fillWithPages() {
    const requested = Array.from({ length: 5 }, (_, number) => this.ask(`/fill/${number}`))
    await this.expectWaiting(3)
    return requested
  }

  /** What is running ends now, and later work immediately. */
  finishAll() {
    this.#isOver = true
    for (const { finish } of this.started) finish()
  }
}

export const test = base.extend<{ shop: Workshop }>({
  shop: async ({}, use) => {
    const shop = new Workshop()
    shop.port = await listen(shop.server)
    await use(shop)
    shop.finishAll()
    shop.server.closeAllConnections()
    shop.server.close()
    shop.metrics.close()
  },
})
