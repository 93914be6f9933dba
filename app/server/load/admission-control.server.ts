import type { IncomingMessage } from 'node:http'
import { bareDocument, bareHeaders } from '#server/http/bare-answer.server.ts'
import { log } from '#server/observe/log.server.ts'
import type { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { ConcurrencyLimit, type ConcurrencySettings, type Rejection } from './concurrency-limit.ts'
import { SlowSenders, type SlowLimits, type SlowSender } from '#server/http/slow-senders.ts'
import { OnePerTick } from './one-per-tick.ts'

/**
 * Load shedding: when more requests arrive than the site can answer, it answers as many as it can, queues a few and
 * rejects the rest before any work is done for them. Cached pages, built files and probes come before it.
 */

export type RequestKind = 'page' | 'file' | 'sent' | 'metrics'

export const defaultLimits: Record<RequestKind, ConcurrencySettings> = {
  /** Rendering more in parallel finishes none of them sooner, and delays readers whose page is cached. */
  page: { atOnce: 16, maxQueued: 200, maxWaitMs: 3000 },
  /** Cheap for us, but a remote object store can be slow. */
  file: { atOnce: 64, maxQueued: 500, maxWaitMs: 10_000 },
  /** No queue: inside, up to fifty already wait for password hashing and fifty for a file check. */
  sent: { atOnce: 150, maxQueued: 0, maxWaitMs: 0 },
  /** A few monitoring systems at most, which must see an overload. */
  metrics: { atOnce: 2, maxQueued: 8, maxWaitMs: 5000 },
}

const maxSentWhileLagging = 75
const slowBodyMs = 2000
/** A shorter body arrives immediately or costs next to nothing. */
const shortBody = 64 * 1024
/**
 * Sixty for each network: forty people behind one slow university connection, some of them sending two files. Each
 * costs a connection, the buffers of a body and perhaps a file on disk. Fifty are reserved for staff and for people who
 * have started a form.
 */
const slowLimits: SlowLimits = { inAll: 400, ofNetwork: 60, forKnown: 50 }
const retryAfterSeconds = '30'

interface Surroundings {
  origin: string
  metrics: ProcessMetrics
  loopDelay: { isLagging: boolean }
  /** The sender's network, also behind our own proxies. Without it all senders count as one network. */
  networkOf?: (incoming: IncomingMessage) => string
  /** Whether the request carries a staff cookie or the cookie of a started form. */
  isKnown?: (incoming: IncomingMessage) => boolean
}

export class AdmissionControl {
  readonly limits: Record<RequestKind, ConcurrencyLimit>
  readonly #around: Surroundings
  readonly #perTick = new OnePerTick()
  readonly slow: SlowSenders
  #lastLoggedAt = -Infinity

  constructor(
    around: Surroundings,
    settings: Record<RequestKind, ConcurrencySettings> = defaultLimits,
    slow = slowLimits,
  ) {
    this.#around = around
    this.slow = new SlowSenders(slow)
    this.limits = {
      page: new ConcurrencyLimit(settings.page),
      file: new ConcurrencyLimit(settings.file),
      sent: new ConcurrencyLimit(settings.sent),
      metrics: new ConcurrencyLimit(settings.metrics),
    }
  }

  /** Does the work once there is a free slot, or answers 503. */
  async admit(
    work: RequestKind,
    request: Request,
    answer: () => Promise<Response>,
    incoming?: IncomingMessage,
  ): Promise<Response> {
    const sender = incoming && this.#senderOf(incoming)
    // Rejected before any work is done. A sender who turns out to be slow later is disconnected.
    if (incoming && sender && isLong(incoming) && !this.slow.hasRoomFor(sender))
      return this.#reject(work, 'full', request)
    const limit = this.limits[work]
    const { isLagging } = this.#around.loopDelay
    const rejection = await limit.acquire({
      mayWait: !isLagging,
      ...(isLagging && work === 'sent' && { maxConcurrent: maxSentWhileLagging }),
    })
    if (rejection) return this.#reject(work, rejection, request)
    const leave = incoming && sender ? holdSlot(limit, this.slow, sender, incoming) : () => limit.release()
    try {
      await this.#perTick.next()
      // Do no work for a client that disconnected while it waited.
      return request.signal.aborted ? tooMany(request, this.#around.origin) : await answer()
    } finally {
      leave()
    }
  }

  #senderOf(incoming: IncomingMessage): SlowSender {
    const { networkOf, isKnown } = this.#around
    const { socket } = incoming
    const before = { bytes: socket.bytesRead, at: performance.now() }
    return {
      network: networkOf?.(incoming) ?? '',
      isKnown: isKnown?.(incoming) ?? false,
      speed: () =>
        incoming.readableLength > 0
          ? undefined
          : ((socket.bytesRead - before.bytes) / (performance.now() - before.at)) * 1000,
      end: () => {
        log('crowd.trickler-ended', { in_all: this.slow.count })
        socket.destroy()
      },
    }
  }

  #reject(work: RequestKind, rejection: Rejection, request: Request): Response {
    const { metrics, origin } = this.#around
    metrics.turnedAway[work]++
    const now = performance.now()
    if (now - this.#lastLoggedAt > 10_000) {
      this.#lastLoggedAt = now
      log('crowd.turned-away', { work, why: rejection, since_start: metrics.turnedAway[work] })
    }
    return tooMany(request, origin)
  }
}

/** Only a request with a long body can be slow to arrive. */
function isLong({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > shortBody
}

/**
 * A slow sender blocks nobody: after a while its slot is released until the whole body has arrived. Meanwhile it counts
 * as a slow sender, and if there are too many of those its connection is closed.
 */
function holdSlot(
  limit: ConcurrencyLimit,
  slow: SlowSenders,
  sender: SlowSender,
  incoming: IncomingMessage,
): () => void {
  let holds = true
  const onComplete = () => {
    slow.leave(sender)
    limit.reacquire()
    holds = true
  }
  const timer = setTimeout(() => {
    // A request without a body is complete from the start.
    if (incoming.complete) return
    if (!slow.enter(sender)) {
      log('crowd.too-many-slow', { in_all: slow.count })
      return void incoming.socket.destroy()
    }
    limit.release()
    holds = false
    incoming.once('end', onComplete)
  }, slowBodyMs).unref()
  return () => {
    clearTimeout(timer)
    incoming.off('end', onComplete)
    if (holds) limit.release()
    else slow.leave(sender)
  }
}

const reading = 'Our server is very busy right now. Please try again in 30 seconds.'
const sending =
  'Our server is very busy right now, so we did not save what you sent. Go back to the form, where your text still is, and send it again in 30 seconds.'

/** A page, or the same sentence as JSON for a script, which shows it beside the form. */
function tooMany({ method, url, headers }: Request, origin: string): Response {
  const sentence = method === 'POST' ? sending : reading
  const isForScript =
    new URL(url).pathname.endsWith('.data') ||
    (method === 'POST' && !headers.get('accept')?.includes('text/html'))
  const own = { ...bareHeaders(origin), 'Retry-After': retryAfterSeconds }
  return isForScript
    ? Response.json({ sentence }, { status: 503, headers: { ...own, 'Content-Type': 'application/json' } })
    : new Response(bareDocument('503', sentence), { status: 503, headers: own })
}
