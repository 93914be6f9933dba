import { readOfficeTime } from '#office-time.ts'

/**
 * When nominations and other calls are taken. What the office has set for a cycle goes before the calls that were
 * published for the same subject; where it has set nothing, those stand.
 */

export interface Call {
  /** Unlike that of any other call on the page. */
  id: string
  subject: string
  title: string
  summary?: string | undefined
  href: string
  sample: boolean
  /** Left out where it is open already, or without an end. */
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
  /** The others that are over, of which nobody needs to hear but who writes to one of them. */
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

/** What the page of a form says of its call: open, or to be opened, or closed, or nothing. */
export function callFor({ open, ahead, closed, past }: CallsNow, wanted: string): CallNow | undefined {
  const all = { open, ahead, closed: [...closed, ...past.toReversed()] }
  for (const [state, calls] of Object.entries(all)) {
    const call = calls.find(({ subject }) => subject === wanted)
    if (call) return { ...call, state: state as CallState }
  }
  return undefined
}

/**
 * Whether a form may be sent: while its call is open, and for a grace after the closing if it was begun before.
 * Without any call there is nothing to send it to.
 */
export function maySend(call: CallNow | undefined, begunAt: Date, graceMinutes: number, now: Date): boolean {
  if (!call || call.state === 'ahead') return false
  if (call.state === 'open') return true
  const { closesAt = Infinity } = call
  return begunAt.getTime() < closesAt && now.getTime() <= closesAt + graceMinutes * minute
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
