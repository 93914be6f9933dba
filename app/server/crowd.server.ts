import type { IncomingMessage } from 'node:http'
import { bareDocument, bareHeaders } from './bare-answer.server.ts'
import { log } from './log.server.ts'
import type { Meters } from './meters.server.ts'
import { Places, type Room, type TurnedAway } from './places.ts'
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
const retryAfterSeconds = '30'

interface Surroundings {
  origin: string
  meters: Meters
  lateness: { isLate: boolean }
}

export class Crowd {
  readonly places: Record<Work, Places>
  readonly #around: Surroundings
  readonly #turns = new Turns()
  #lastTold = -Infinity

  constructor(around: Surroundings, given: Record<Work, Room> = rooms) {
    this.#around = around
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
    const places = this.places[work]
    const { isLate } = this.#around.lateness
    const away = await places.enter({
      mayWait: !isLate,
      ...(isLate && work === 'sent' && { mostAtOnce: mostSentWhileLate }),
    })
    if (away) return this.#turnAway(work, away, request)
    const leave = incoming ? holdPlace(places, incoming) : () => places.leave()
    try {
      await this.#turns.next()
      // Whoever has gone while waiting is not worked for.
      return request.signal.aborted ? tooMany(request, this.#around.origin) : await answer()
    } finally {
      leave()
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

/** Whoever sends slowly keeps nobody out: after a while the place is free until all has arrived. */
function holdPlace(places: Places, incoming: IncomingMessage): () => void {
  let holds = true
  const onWhole = () => {
    places.takeAgain()
    holds = true
  }
  const timer = setTimeout(() => {
    // The body of what only reads is complete from the start.
    if (incoming.complete) return
    places.leave()
    holds = false
    incoming.once('end', onWhole)
  }, slowBodyMs).unref()
  return () => {
    clearTimeout(timer)
    incoming.off('end', onWhole)
    if (holds) places.leave()
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
