import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { log } from './log.server.ts'
import type { TraceTarget } from './trace-target.ts'
import { product, version } from '#server/config/version.ts'

/** One request on its way through the site. It names the route, never the address, and so nobody. */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  startedAt: number
  started: number
  queries: number
  querySeconds: number
}

type Attribute = {
  key: string
  value: { stringValue: string } | { intValue: string } | { doubleValue: number }
}

const everyMs = 5000
const maxWaiting = 2048
const sendingMs = 10_000
const serverKind = 2
const errorCode = 2

/** Sends timings of requests to a collector, as OTLP JSON; what it does not accept in time is dropped. */
export class Tracer {
  readonly #target: TraceTarget
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #timer = setInterval(() => void this.flush(), everyMs)
  #waiting: object[] = []
  #isAway = false

  constructor(target: TraceTarget) {
    this.#target = target
    this.#timer.unref()
  }

  /** Runs the work as a span, if this request is being traced. */
  follow(request: IncomingMessage, work: (span: Span | undefined) => void) {
    const given = parentOf(request.headers.traceparent)
    const isFollowed = given ? given.isFollowed : Math.random() < this.#target.share
    if (!isFollowed) return work(undefined)
    const span: Span = {
      traceId: given?.traceId ?? newHex(16),
      spanId: newHex(8),
      ...(given && { parentSpanId: given.spanId }),
      ...{ startedAt: Date.now(), started: performance.now(), queries: 0, querySeconds: 0 },
    }
    this.#current.run(span, work, span)
  }

  observeQuery(seconds: number) {
    const span = this.#current.getStore()
    if (!span) return
    span.queries++
    span.querySeconds += seconds
  }

  end(span: Span, method: string, route: string, status: number) {
    if (this.#waiting.length >= maxWaiting) return
    const { traceId, spanId, parentSpanId, startedAt, started } = span
    const endedAt = startedAt + performance.now() - started
    this.#waiting.push({
      ...{ traceId, spanId, ...(parentSpanId && { parentSpanId }) },
      name: `${method} ${route}`,
      kind: serverKind,
      ...{ startTimeUnixNano: nanoseconds(startedAt), endTimeUnixNano: nanoseconds(endedAt) },
      attributes: [
        text('http.request.method', method),
        text('http.route', route),
        { key: 'http.response.status_code', value: { intValue: String(status) } },
        { key: `${product}.database.queries`, value: { intValue: String(span.queries) } },
        { key: `${product}.database.seconds`, value: { doubleValue: span.querySeconds } },
      ],
      status: status >= 500 ? { code: errorCode } : {},
    })
  }

  async flush() {
    const spans = this.#waiting.splice(0)
    if (spans.length === 0) return
    const { url, headers, service } = this.#target
    const resource = { attributes: [text('service.name', service), text('service.version', version)] }
    const scope = { name: product, version }
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })
    const sent = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(sendingMs),
    }).catch(() => undefined)
    await sent?.body?.cancel()
    this.#note(!sent?.ok, sent?.status)
  }

  async close() {
    clearInterval(this.#timer)
    await this.flush()
  }

  #note(isAway: boolean, status: number | undefined) {
    if (isAway !== this.#isAway) log(isAway ? 'traces.away' : 'traces.back', { status })
    this.#isAway = isAway
  }
}

/** What a proxy before us says about the trace of this request (W3C Trace Context). */
function parentOf(header: string | string[] | undefined) {
  const found = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(String(header ?? ''))
  if (!found) return undefined
  const [, traceId = '', spanId = '', flags = ''] = found
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isFollowed: (Number.parseInt(flags, 16) & 1) === 1 }
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value } }
}

function newHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}
