/** What one kind of visitors does, and the results. Times are in milliseconds. */

export interface TrafficRequest {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** A file whose bytes are sent. */
  file?: string
}

/** Requests that belong together, in this order; if the last one succeeds, it is acknowledged under the key. */
export interface Errand {
  key: string
  asks: TrafficRequest[]
}

export type TrafficGroup = { name: string } & (
  | { kind: 'readers'; count: number; paths: string[]; headers: Record<string, string>; thinkMs: number }
  /** This many a second whatever comes back, with a unique path for each where it says `*`. */
  | { kind: 'flood'; perSecond: number; asks: TrafficRequest[] }
  /** Each of this many people runs one errand after the other, all together no more than `perMinute`. */
  | { kind: 'senders'; count: number; errands: Errand[]; perMinute?: number }
  /** Clients that keep sending and never read an answer. */
  | { kind: 'deaf'; count: number; path: string }
)

export interface Plan {
  address: string
  /** Senders also end when nothing is left to send; with 0 all others end with them. */
  seconds: number
  groups: TrafficGroup[]
}

export interface Outcomes {
  answers: number
  perSecond: number
  p50: number
  p99: number
  longest: number
  /** How many answers had each status; `lost` where there was none. */
  statuses: Record<string, number>
  /** For answers with 429 and 503: how soon they came. */
  refusedP50: number
  refusedP99: number
  /** For errands only the last request counts above; how long those before it took. */
  beforeP50: number
  beforeP99: number
  /** The keys of errands that were acknowledged. */
  acknowledged: string[]
  /** How many connections the server closed. */
  closed: number
}

/** For people: how often each answer was given. */
export function statusesOf({ statuses }: Outcomes): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
