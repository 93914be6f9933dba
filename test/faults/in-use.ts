import { setTimeout as sleep } from 'node:timers/promises'
import { SimulatedUsers } from './simulated-users.ts'
import type { FaultSite } from './fault-site.ts'
import { Readers } from './readers.ts'

const maxRecoveryMs = 10_000

/**
 * Breaks something under a site in use: eight people act, visitors read, and it must stay up until everything is done.
 */
export async function whileBusy<T>(testSite: FaultSite, work: (site: BusySite) => Promise<T>): Promise<T> {
  const site = new BusySite(testSite)
  try {
    await site.begin()
    return await work(site)
  } finally {
    site.stop()
    await testSite.close()
  }
}

export class BusySite {
  readonly #testSite: FaultSite
  readonly #done = new AbortController()
  readonly users: SimulatedUsers
  readonly readers: Readers
  readonly faults: string[] = []
  #working: Promise<unknown> = Promise.resolve()
  #busy: Promise<unknown> = Promise.resolve()
  #slowestRecoveryMs = 0

  constructor(testSite: FaultSite) {
    this.#testSite = testSite
    this.users = new SimulatedUsers(testSite)
    this.readers = new Readers(testSite.site)
  }

  async begin(): Promise<void> {
    const { signal } = this.#done
    const { site } = this.#testSite
    await site.start()
    await this.readers.warm()
    const ended = site.ended.then(({ errors }) => {
      if (!signal.aborted) throw new Error(`The site ended: ${errors}`)
    })
    this.#working = Promise.all([this.users.work(signal), this.readers.read(signal)])
    this.#busy = Promise.race([this.#working, ended])
    // Waiting code learns of a fault.
    this.#busy.catch(() => undefined)
  }

  get ledger() {
    return this.users.ledger
  }

  /** Waits for something, unless the site ends before it. */
  during<T>(wait: Promise<T>): Promise<T> {
    return Promise.race([wait, this.#busy.then(() => wait)])
  }

  /** Until something more has been acknowledged, or for this long. */
  async anotherAct(maxMs = Infinity): Promise<void> {
    const before = this.ledger.acknowledged
    const giveUpAt = performance.now() + maxMs
    while (this.ledger.acknowledged === before && performance.now() < giveUpAt) await this.during(sleep(20))
  }

  /** Until the site accepts something again after a fault, which must be soon; returns how long that took. */
  async recover(trouble: string): Promise<number> {
    const started = performance.now()
    await this.anotherAct(maxRecoveryMs * 3)
    const ms = Math.round(performance.now() - started)
    this.#slowestRecoveryMs = Math.max(this.#slowestRecoveryMs, ms)
    if (ms > maxRecoveryMs) this.faults.push(`after ${trouble} nothing was accepted for ${ms} ms`)
    return ms
  }

  /** Lets everyone finish what they are doing. */
  async rest(): Promise<void> {
    this.stop()
    await this.#working
  }

  stop(): void {
    this.#done.abort()
  }

  get results() {
    const reads = { reads: this.readers.times.length, failedReads: this.readers.failed.length }
    const { refused, acknowledged } = this.ledger
    return { ...reads, refused, acknowledged, slowestRecoveryMs: this.#slowestRecoveryMs }
  }
}
