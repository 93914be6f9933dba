import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper ends in seconds; a request or a query counts in every one that it fits in. */
export const steps = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const windowMs = 15_000

export class Durations {
  readonly upTo = steps.map(() => 0)
  count = 0
  seconds = 0

  observe(seconds: number) {
    this.count++
    this.seconds += seconds
    // Most are short, so searching from the long end would take longer.
    for (let step = 0; step < steps.length; step++)
      if (seconds <= steps[step]!) return void this.upTo[step]!++
  }
}

class RequestMetrics {
  readonly route: string
  readonly byStatus = new Map<number, number>()
  readonly durations = new Durations()

  constructor(route: string) {
    this.route = route
  }

  observe(status: number, seconds: number) {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    this.durations.observe(seconds)
  }
}

/** What this process has counted since its start. It contains routes but no addresses, and so no personal data. */
export class ProcessMetrics {
  cacheMisses = 0
  /** Requests rejected by load shedding, by the kind of work they needed. */
  readonly turnedAway = { page: 0, file: 0, sent: 0, metrics: 0 }
  readonly requests = new Map<string, RequestMetrics>()
  /** Answered from memory, which is most of what is answered. */
  readonly pageHits = this.#metricsOf('cached page')
  readonly fileHits = this.#metricsOf('built file')
  readonly queries = new Durations()
  failedQueries = 0
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  readonly #window: NodeJS.Timeout
  #lastDelay: { mean: number; p99: number; max: number } | undefined

  constructor() {
    this.#delay.enable()
    this.#window = setInterval(() => {
      this.#lastDelay = this.#measureDelay()
      this.#delay.reset()
    }, windowMs)
    this.#window.unref()
  }

  observeRequest(route: string, status: number, seconds: number) {
    this.#metricsOf(route).observe(status, seconds)
  }

  #metricsOf(route: string): RequestMetrics {
    const known = this.requests.get(route)
    if (known) return known
    const metrics = new RequestMetrics(route)
    this.requests.set(route, metrics)
    return metrics
  }

  observeQuery(seconds: number, hasFailed: boolean) {
    this.queries.observe(seconds)
    if (hasFailed) this.failedQueries++
  }

  /** The event-loop delay of the last whole window, in seconds: the same for everyone who reads it. */
  get delay() {
    return this.#lastDelay ?? this.#measureDelay()
  }

  #measureDelay() {
    const { mean, max } = this.#delay
    return {
      mean: inSeconds(mean),
      p99: inSeconds(this.#delay.percentile(99)),
      max: inSeconds(max),
    }
  }

  close() {
    clearInterval(this.#window)
    this.#delay.disable()
  }
}

/** Before the first measurement there is no mean. */
function inSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0
}
