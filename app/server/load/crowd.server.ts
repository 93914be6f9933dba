import type { IncomingMessage } from 'node:http'
import { bareDocument, bareHeaders } from '#server/http/bare-answer.server.ts'
import { log } from '#server/observe/log.server.ts'
import type { Meters } from '#server/observe/meters.server.ts'
import { Places, type Room, type TurnedAway } from './places.ts'
import { SlowSenders, type SlowLimits, type SlowSender } from '#server/http/slow-senders.ts'
import { Turns } from './turns.ts'

/**
 * More may be asked of the site than it can do. Then it does what it can, in turn, and tells everybody else so before
 * it has begun on theirs. Pages that lie ready, built files and probes never come here.
 */

export type Work = 'page' | 'file' | 'sent'

export const rooms: Record<Work, Room> = {
  /** More at a time would not be ready sooner, and readers whose page lies ready would wait for all of them. */
  page: { atOnce: 16, line: 200, longestMs: 3000 },
  /** Hardly any work, but a store elsewhere takes its time. */
  file: { atOnce: 64, line: 500, longestMs: 10_000 },
  /** Nobody waits here: fifty may wait inside for the hashing of a password, and fifty for a look at a file. */
  sent: { atOnce: 150, line: 0, longestMs: 0 },
}

const mostSentWhileLate = 75
const slowBodyMs = 2000
/** Whatever is shorter arrives at once or hardly costs anything. */
const shortBody = 64 * 1024
/**
 * Sixty of a network: forty people behind the one slow line of their university, and some who send two files. Each
 * costs a connection, the buffers of a body and perhaps a file on the disk. Fifty are for staff and for people who have
 * begun a form.
 */
const slowLimits: SlowLimits = { inAll: 400, ofNetwork: 60, forKnown: 50 }
const retryAfterSeconds = '30'

interface Surroundings {
  origin: string
  meters: Meters
  lateness: { isLate: boolean }
  /** The network of whoever sends, behind proxies of ours too; all are one unless it is told. */
  networkOf?: (incoming: IncomingMessage) => string
  /** Whether a request has a cookie of staff or of a form that was begun. */
  isKnown?: (incoming: IncomingMessage) => boolean
}

export class Crowd {
  readonly places: Record<Work, Places>
  readonly #around: Surroundings
  readonly #turns = new Turns()
  readonly slow: SlowSenders
  #lastTold = -Infinity

  constructor(around: Surroundings, given: Record<Work, Room> = rooms, limits = slowLimits) {
    this.#around = around
    this.slow = new SlowSenders(limits)
    this.places = { page: new Places(given.page), file: new Places(given.file), sent: new Places(given.sent) }
  }

  /** Does the work when there is room for it, or answers that there is none. */
  async admit(
    work: Work | undefined,
    request: Request,
    answer: () => Promise<Response>,
    incoming?: IncomingMessage,
  ): Promise<Response> {
    if (!work) return answer()
    const sender = incoming && this.#senderOf(incoming)
    // Told before work has begun. Whoever turns out to be slow later is cut off.
    if (incoming && sender && isLong(incoming) && !this.slow.hasRoomFor(sender))
      return this.#turnAway(work, 'full', request)
    const places = this.places[work]
    const { isLate } = this.#around.lateness
    const away = await places.enter({
      mayWait: !isLate,
      ...(isLate && work === 'sent' && { mostAtOnce: mostSentWhileLate }),
    })
    if (away) return this.#turnAway(work, away, request)
    const leave = incoming && sender ? holdPlace(places, this.slow, sender, incoming) : () => places.leave()
    try {
      await this.#turns.next()
      // Whoever has gone while waiting is not worked for.
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

  #turnAway(work: Work, away: TurnedAway, request: Request): Response {
    const { meters, origin } = this.#around
    meters.turnedAway[work]++
    const now = performance.now()
    if (now - this.#lastTold > 10_000) {
      this.#lastTold = now
      log('crowd.turned-away', { work, why: away, since_start: meters.turnedAway[work] })
    }
    return tooMany(request, origin)
  }
}

/** A request that reads, or sends a short form, is no slow one. */
function isLong({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > shortBody
}

/**
 * Whoever sends slowly keeps nobody out: after a while the place is free until all has arrived. Until then they are
 * counted among the slow ones; where there are too many of those, the connection is ended.
 */
function holdPlace(
  places: Places,
  slow: SlowSenders,
  sender: SlowSender,
  incoming: IncomingMessage,
): () => void {
  let holds = true
  const onWhole = () => {
    slow.leave(sender)
    places.takeAgain()
    holds = true
  }
  const timer = setTimeout(() => {
    // The body of what only reads is complete from the start.
    if (incoming.complete) return
    if (!slow.enter(sender)) {
      log('crowd.too-many-slow', { in_all: slow.count })
      return void incoming.socket.destroy()
    }
    places.leave()
    holds = false
    incoming.once('end', onWhole)
  }, slowBodyMs).unref()
  return () => {
    clearTimeout(timer)
    incoming.off('end', onWhole)
    if (holds) places.leave()
    else slow.leave(sender)
  }
}

const reading =
  'More is asked of this site than it can answer at this moment. Please try again in half a minute.'
const sending =
  'More is being sent to us than we can take at this moment, so what you sent was not kept. Go back, where your text still is, and send it again in half a minute.'

/** Words for a page, or the same as data for a script, which shows them where the form is. */
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
