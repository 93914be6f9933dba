/**
 * Counts of what visitors read, in memory until they are saved as daily sums. A count has no visitor: no address, no
 * cookie, no browser is stored with it.
 */

export type VisitKind = 'page' | 'search' | 'download' | 'referrer'

/** A cached page holds its own, so that a hit only raises a number. */
export interface VisitCounter {
  readonly kind: VisitKind
  readonly name: string
  count: number
}

export interface VisitHeaders {
  'user-agent'?: string | undefined
  referer?: string | undefined
  'sec-fetch-dest'?: string | string[] | undefined
  'sec-purpose'?: string | string[] | undefined
}

const maxCounters = 5000
const maxAliases = 1000
const maxKnownAgents = 500
const maxNameLength = 300
const maxAgentLength = 500

export class VisitCounts {
  readonly #origin: string
  readonly #uncounted: RegExp
  /** Those that were raised since the last save. */
  readonly #raised = new Set<VisitCounter>()
  readonly #others = new Map<string, VisitCounter>()
  readonly #searches = new Map<string, string>()

  constructor(origin: string, uncounted: RegExp) {
    this.#origin = origin
    this.#uncounted = uncounted
  }

  /** The counter of a page that goes into the cache; undefined for what is no page. */
  counterFor(address: string, headers: Headers): VisitCounter | undefined {
    if (!headers.get('content-type')?.startsWith('text/html')) return undefined
    const words = this.#searches.get(inOneForm(address))
    if (words !== undefined) return { kind: 'search', name: words, count: 0 }
    const name = pathOf(address)
    return this.#uncounted.test(name) ? undefined : { kind: 'page', name, count: 0 }
  }

  /** A search that found nothing: visits to its address count under its words. */
  noteEmptySearch(address: string, words: string): void {
    const [oldest] = this.#searches.keys()
    if (this.#searches.size >= maxAliases && oldest !== undefined) this.#searches.delete(oldest)
    this.#searches.set(inOneForm(address), words.slice(0, maxNameLength))
  }

  /** Someone has opened a page. What scripts load and browsers fetch in advance is not a visit. */
  visit(counter: VisitCounter, headers: VisitHeaders): void {
    const aim = headers['sec-fetch-dest']
    if ((aim !== undefined && aim !== 'document') || !isReader(headers)) return
    this.#raise(counter)
    const { referer } = headers
    if (referer !== undefined && !referer.startsWith(this.#origin)) this.#countReferrer(referer)
  }

  /** Someone has downloaded a file. */
  download(address: string, headers: VisitHeaders): void {
    if (isReader(headers)) this.#raise(this.#other('download', pathOf(address)))
  }

  #countReferrer(referer: string) {
    const host = hostOf(referer)
    if (host !== undefined) this.#raise(this.#other('referrer', host))
  }

  #other(kind: VisitKind, name: string): VisitCounter {
    const key = `${kind} ${name}`
    const known = this.#others.get(key)
    if (known) return known
    const counter = { kind, name, count: 0 }
    if (this.#others.size < maxCounters) this.#others.set(key, counter)
    return counter
  }

  #raise(counter: VisitCounter) {
    if (counter.count++ > 0) return
    if (this.#raised.size < maxCounters) this.#raised.add(counter)
    else counter.count = 0
  }

  /** What was counted since the last time, one line for each name. */
  take(): { kind: VisitKind; name: string; count: number }[] {
    const sums = new Map<string, { kind: VisitKind; name: string; count: number }>()
    for (const counter of this.#raised) {
      const { kind, name, count } = counter
      const sum = sums.get(`${kind} ${name}`)
      if (sum) sum.count += count
      else sums.set(`${kind} ${name}`, { kind, name, count })
      counter.count = 0
    }
    this.#raised.clear()
    this.#others.clear()
    return [...sums.values()]
  }

  /** They could not be saved and count with the next ones. */
  putBack(sums: readonly VisitCounter[]): void {
    for (const { kind, name, count } of sums) {
      const counter = this.#other(kind, name)
      this.#raise(counter)
      if (counter.count > 0) counter.count += count - 1
    }
  }
}

/** The same query can be encoded in several ways. */
function inOneForm(address: string): string {
  const [path = '', query = ''] = address.split('?', 2)
  return query === '' ? path : `${path}?${new URLSearchParams(query)}`
}

function pathOf(address: string): string {
  const end = address.indexOf('?')
  return (end === -1 ? address : address.slice(0, end)).slice(0, maxNameLength)
}

function hostOf(referer: string): string | undefined {
  const url = URL.parse(referer)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname.length > 100) return undefined
  return url.hostname.replace(/^www\./, '')
}

/** Programs name themselves; browsers have none of these words in their name. */
const robots =
  /bot|crawl|spider|slurp|fetch|preview|monitor|scan|check|index|headless|lighthouse|curl|wget|python|java\/|http|node|go-|ruby|perl|php|axios|feed|^$/i
const agents = new Map<string, boolean>()
const last = { agent: '', isRobot: true }

/** A person's browser that shows the answer now. */
function isReader(headers: VisitHeaders): boolean {
  const { 'user-agent': agent = '', 'sec-purpose': purpose } = headers
  return purpose === undefined && !isRobot(agent)
}

/** Browsers have few names, so each is examined once, and the last one is not even looked up. */
export function isRobot(agent: string): boolean {
  if (agent === last.agent) return last.isRobot
  const isRobot = agents.get(agent) ?? robots.test(agent.slice(0, maxAgentLength))
  if (agents.size >= maxKnownAgents) agents.clear()
  if (agent.length <= maxAgentLength) {
    agents.set(agent, isRobot)
    Object.assign(last, { agent, isRobot })
  }
  return isRobot
}
