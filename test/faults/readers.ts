import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '#test/harness/http.ts'
import { runningOrigin, type RunningSite } from '#test/harness/running-server.ts'

const pages = ['/', '/iaps', '/news', '/awards', '/gallery']

/** Visitors who read public pages all the time, whatever else happens. */
export class Readers {
  readonly times: number[] = []
  readonly failed: string[] = []
  readonly #site: RunningSite

  constructor(site: RunningSite) {
    this.#site = site
  }

  /** Reads every page once, so that the site has cached them. */
  async warm(): Promise<void> {
    for (const page of pages) await this.#site.get(page)
  }

  async read(signal: AbortSignal, restMs = 20): Promise<void> {
    await Promise.all(
      pages.map(async (page) => {
        while (!signal.aborted) {
          await this.#readOne(page)
          await sleep(restMs)
        }
      }),
    )
  }

  async #readOne(page: string) {
    const started = performance.now()
    try {
      const { status } = await ask(this.#site.port, page, {
        ...{ host: new URL(runningOrigin).host, maxMs: 10_000, 'accept-encoding': 'gzip' },
      })
      this.times.push(performance.now() - started)
      if (status !== 200) this.failed.push(`${page} answered ${status}`)
    } catch (error) {
      this.failed.push(`${page}: ${String(error)}`)
    }
  }
}
