import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerLifecycle } from './http.server.ts'
import { sharedHeaders } from './headers.server.ts'

const readyForMs = 1000
const unreadyForMs = 200

interface Site {
  origin: string
  lifecycle: ServerLifecycle
  canServe: () => Promise<boolean>
  /** Whether the store of files answered when it was last asked. */
  isStoreUp?: (() => boolean) | undefined
}

type Answer = { status: number; headers: Record<string, string | number>; body: string }

/**
 * Answers the probes of proxies and schedulers before anything else is done for a request. They must be answered under
 * any load, and nobody may cause load with them: one check is shared by all probes of the same second.
 */
export class Probes {
  readonly #lifecycle: ServerLifecycle
  readonly #canServe: () => Promise<boolean>
  readonly #isStoreUp: () => boolean
  readonly #answerOf: (status: number, text: string) => Answer
  readonly #ok: Answer
  #checked: { answer: Answer; until: number } | undefined
  #check: Promise<Answer> | undefined

  constructor({ origin, lifecycle, canServe, isStoreUp = () => true }: Site) {
    this.#lifecycle = lifecycle
    this.#canServe = canServe
    this.#isStoreUp = isStoreUp
    this.#answerOf = (status, text) => answerOf(origin, status, text)
    this.#ok = this.#answerOf(200, 'ok')
  }

  /** Whether it was a probe. `/healthz` checks nothing, so that a slow database restarts no process. */
  answer(request: IncomingMessage, response: ServerResponse, onEnd: (route: string) => void): boolean {
    const route = request.url
    if (route !== '/healthz' && route !== '/readyz') return false
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const send = ({ status, headers, body }: Answer) => {
      response.writeHead(status, headers).end(body)
      onEnd(route)
    }
    if (route === '/healthz') send(this.#ok)
    else if (!this.#lifecycle.isOpen) send(this.#answerOf(503, 'stopping'))
    else if (this.#checked && performance.now() < this.#checked.until) send(this.#checked.answer)
    else void this.#readiness().then(send)
    return true
  }

  #readiness(): Promise<Answer> {
    this.#check ??= this.#canServe()
      .catch(() => false)
      .then((isReady) => {
        const answer = isReady
          ? this.#answerOf(200, this.#isStoreUp() ? 'ready' : 'ready; the store of files does not answer')
          : this.#answerOf(503, 'the database does not answer')
        const until = performance.now() + (isReady ? readyForMs : unreadyForMs)
        this.#checked = { answer, until }
        this.#check = undefined
        return answer
      })
    return this.#check
  }
}

function answerOf(origin: string, status: number, text: string): Answer {
  const body = `${text}\n`
  const headers = {
    ...sharedHeaders(origin),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  }
  return { status, headers, body }
}
