import { readOfficeTime } from '#office-time.ts'

/**
 * When nominations and other calls are open. The office's settings for a cycle take precedence over published calls for
 * the same subject; without settings, those apply.
 */

export interface Call {
  /** Unique among the calls on the page. */
  id: string
  subject: string
  title: string
  summary?: string | undefined
  href: string
  sample: boolean
  /** Omitted if it is already open, or has no end. */
  opensAt?: number | undefined
  closesAt?: number | undefined
}

export interface CallsNow {
  /** The soonest to close first. */
  open: Call[]
  /** The soonest to open first. */
  ahead: Call[]
  /** Only those that the office has set; the last to close first. */
  closed: Call[]
  /** Other closed calls, needed only by someone who responds to one of them. */
  past: Call[]
}

export type CallState = 'open' | 'ahead' | 'closed'
export type CallNow = Call & { state: CallState }

/** As the office types them: `2027-01-31 23:59` by Indian time, or empty. */
export type CycleSettings = Record<
  'fellowOpensAt' | 'fellowClosesAt' | 'associateFellowOpensAt' | 'associateFellowClosesAt',
  string
>

const cycles = [
  {
    subject: 'fellow',
    title: 'Nominations of Fellows',
    href: '/fellowship/fellow-nomination-form',
    opens: 'fellowOpensAt',
    closes: 'fellowClosesAt',
  },
  {
    subject: 'associate-fellow',
    title: 'Nominations of Associate Fellows',
    href: '/fellowship/associate-fellow-nomination-form',
    opens: 'associateFellowOpensAt',
    closes: 'associateFellowClosesAt',
  },
] as const

export function callsNow(published: Call[], settings: CycleSettings, now: Date): CallsNow {
  const set = readCycles(settings)
  const at = now.getTime()
  const others = published.filter(({ subject }) => !set.some((cycle) => cycle.subject === subject))
  const calls = [...set, ...others]
  return {
    open: calls.filter((call) => stateOf(call, at) === 'open').toSorted(by((call) => call.closesAt)),
    ahead: calls.filter((call) => stateOf(call, at) === 'ahead').toSorted(by((call) => call.opensAt)),
    closed: set
      .filter((call) => stateOf(call, at) === 'closed')
      .toSorted(by((call) => call.closesAt))
      .toReversed(),
    past: others.filter((call) => stateOf(call, at) === 'closed').toSorted(by((call) => call.closesAt)),
  }
}

/** What the page of a form says about its call: open, upcoming, closed, or undefined. */
export function callFor({ open, ahead, closed, past }: CallsNow, wanted: string): CallNow | undefined {
  const all = { open, ahead, closed: [...closed, ...past.toReversed()] }
  for (const [state, calls] of Object.entries(all)) {
    const call = calls.find(({ subject }) => subject === wanted)
    if (call) return { ...call, state: state as CallState }
  }
  return undefined
}

/**
 * Whether a form may be submitted: while its call is open, and for a grace period after the closing if it was started
 * before. Without any call it cannot be submitted.
 */
export function maySend(
  call: CallNow | undefined,
  startedAt: Date,
  graceMinutes: number,
  now: Date,
): boolean {
  if (!call || call.state === 'ahead') return false
  if (call.state === 'open') return true
  const { closesAt = Infinity } = call
  return startedAt.getTime() < closesAt && now.getTime() <= closesAt + graceMinutes * minute
}

const minute = 60_000

function readCycles(settings: CycleSettings): Call[] {
  return cycles.flatMap(({ opens, closes, ...call }) => {
    const opensAt = readOfficeTime(settings[opens])
    const lastMinute = readOfficeTime(settings[closes])
    if (opensAt === undefined && lastMinute === undefined) return []
    const closesAt = lastMinute === undefined ? undefined : lastMinute + minute - 1
    return [{ ...call, id: `cycle-${call.subject}`, sample: false, opensAt, closesAt }]
  })
}

function stateOf({ opensAt = -Infinity, closesAt = Infinity }: Call, at: number): CallState {
  if (closesAt <= at) return 'closed'
  return opensAt > at ? 'ahead' : 'open'
}

function by(momentOf: (call: Call) => number | undefined) {
  return (a: Call, b: Call) => {
    const [first, second] = [momentOf(a) ?? Infinity, momentOf(b) ?? Infinity]
    return first === second ? 0 : first < second ? -1 : 1
  }
}
