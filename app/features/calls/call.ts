import { officeDay, officeDayEnd, officeDayStart, readOfficeTime } from '#office-time.ts'
import type { NominationProcedure } from '#features/content/kinds/nomination-procedure.ts'
import { formOfCall, pageOfCall, type CallSubject } from '#features/content/kinds/call.ts'
import { defaultWords } from './default-words.ts'

/**
 * Calls for nominations and applications, and when they are open. The office's settings for a cycle take precedence
 * over published calls for the same subject; without settings, those apply.
 */

export interface Call {
  /** Unique among all calls, and the same as long as the call exists. */
  id: string
  subject: CallSubject
  title: string
  /** What it is for. */
  summary?: string | undefined
  eligibility?: string | undefined
  nominators?: string | undefined
  /** The page of its award, of fellowship or of membership. */
  page: string
  /** Its place on that page. */
  href: string
  /** The address of the form to apply with, if there is one. */
  form?: string | undefined
  /** How to apply without a form. */
  howToApply?: string | undefined
  /** The slug of the award. */
  award?: string | undefined
  /** How nominations are made here; omitted if the call says nothing about it. */
  procedure?: NominationProcedure | undefined
  sample: boolean
  /** Omitted if it is already open, or has no end. */
  opensAt?: number | undefined
  closesAt?: number | undefined
  /** Omitted if nobody recorded when it was announced or changed. */
  publishedAt?: number | undefined
  changedAt?: number | undefined
}

/** In its grace period a call is closed for all who have not started its form. */
export type CallState = 'coming' | 'open' | 'grace' | 'closed'
export type CallNow = Call & {
  state: CallState
  /** Until when a form that was started in time can be submitted. */
  graceUntil?: number | undefined
}

export interface CallsNow {
  /** The soonest to close first. */
  open: CallNow[]
  /** The soonest to open first. */
  coming: CallNow[]
  /** Only those that the office has set; the last to close first. */
  closed: CallNow[]
  /** All other calls that have closed; the last to close first. */
  past: CallNow[]
}

/** As the office types them: `2027-01-31 23:59` by Indian time, or empty. */
export type CycleSettings = Record<
  'fellowOpensAt' | 'fellowClosesAt' | 'associateFellowOpensAt' | 'associateFellowClosesAt',
  string
> & {
  graceMinutes?: number
  /** When the office last changed a cycle. */
  cyclesChangedAt?: number | undefined
}

const cycles = [
  {
    subject: 'fellow',
    title: 'Nominations of Fellows',
    opens: 'fellowOpensAt',
    closes: 'fellowClosesAt',
  },
  {
    subject: 'associate-fellow',
    title: 'Nominations of Associate Fellows',
    opens: 'associateFellowOpensAt',
    closes: 'associateFellowClosesAt',
  },
] as const

export const cycleSettings = cycles.flatMap(({ opens, closes }) => [opens, closes])

export function callsNow(published: Call[], settings: CycleSettings, now: Date): CallsNow {
  const at = now.getTime()
  const graceMs = (settings.graceMinutes ?? 0) * minute
  const set = readCycles(settings).map((cycle) => withProcedure(cycle, published, at))
  const others = published.filter((call) => !set.some((cycle) => replaces(cycle, call, at)))
  const [ours, theirs] = [set, others].map((calls) => calls.map((call) => withState(call, graceMs, at)))
  const all = [...ours!, ...theirs!]
  return {
    open: all.filter(isIn('open')).toSorted(by('closesAt')),
    coming: all.filter(isIn('coming')).toSorted(by('opensAt')),
    closed: ours!.filter(hasClosed).toSorted(by('closesAt')).toReversed(),
    past: theirs!.filter(hasClosed).toSorted(by('closesAt')).toReversed(),
  }
}

/** The calls that visitors read on one page. */
export function callsOn({ open, coming, closed, past }: CallsNow, page: string): CallsNow {
  const isHere = (call: CallNow) => call.page === page
  return {
    open: open.filter(isHere),
    coming: coming.filter(isHere),
    closed: closed.filter(isHere),
    past: past.filter(isHere),
  }
}

/** The calls that were open on this day, as an issue of that day announces them. The soonest to close first. */
export function callsOpenOn({ open, coming, closed, past }: CallsNow, day: string): CallNow[] {
  return [...open, ...coming, ...closed, ...past]
    .filter(({ opensAt, publishedAt, closesAt = Infinity }) => {
      const start = opensAt ?? publishedAt ?? Infinity
      return start <= officeDayEnd(day) && closesAt > officeDayStart(day)
    })
    .toSorted(by('closesAt'))
}

/**
 * What the page of a form says about its call: open, in its grace period, coming, closed, or undefined. A started form
 * keeps its own call as long as that takes forms.
 */
export function callFor(calls: CallsNow, wanted: string, own = ''): CallNow | undefined {
  const all = byUrgency(calls).filter(({ subject }) => subject === wanted)
  return all.find((call) => call.id === own && takesForms(call)) ?? all[0]
}

/** The call of an award that takes nominations on this site. The same holds for a started form. */
export function callForAward(calls: CallsNow, award: string, own = ''): AwardCall | undefined {
  const all = byUrgency(calls).filter(isAwardCall)
  return all.find((call) => call.id === own && takesForms(call)) ?? all.find((call) => call.award === award)
}

/** Whether forms can be submitted, if only those that were started in time. */
export function takesForms({ state }: CallNow): boolean {
  return state === 'open' || state === 'grace'
}

/** The next call must not hide one whose grace period lasts. */
function byUrgency({ open, coming, closed, past }: CallsNow): CallNow[] {
  const over = [...closed, ...past]
  return [...open, ...over.filter(isIn('grace')), ...coming, ...over.filter(isIn('closed'))]
}

export type CallWithProcedure = CallNow & { procedure: NominationProcedure }
export type AwardCall = CallWithProcedure & { award: string }

export function hasProcedure(call: CallNow): call is CallWithProcedure {
  return call.procedure !== undefined
}

function isAwardCall(call: CallNow): call is AwardCall {
  return call.award !== undefined && hasProcedure(call)
}

export function hasClosed({ state }: CallNow): boolean {
  return state === 'grace' || state === 'closed'
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
  if (!call || call.state === 'coming') return false
  if (call.state === 'open') return true
  const { closesAt = Infinity } = call
  return startedAt.getTime() < closesAt && now.getTime() <= closesAt + graceMinutes * minute
}

const minute = 60_000

function readCycles(settings: CycleSettings): Call[] {
  return cycles.flatMap(({ opens, closes, subject, title }) => {
    const opensAt = readOfficeTime(settings[opens])
    const lastMinute = readOfficeTime(settings[closes])
    const known = lastMinute ?? opensAt
    if (known === undefined) return []
    const closesAt = lastMinute === undefined ? undefined : lastMinute + minute - 1
    // A later closing in the same year is the same call; next year's is another one.
    const id = `cycle-${subject}-${officeDay(known).slice(0, 4)}`
    const page = pageOfCall({ subject })
    return [
      {
        ...{ id, subject, title, opensAt, closesAt, page },
        ...defaultWords[subject],
        href: `${page}#${id}`,
        form: formOfCall({ subject }),
        sample: false,
        publishedAt: settings.cyclesChangedAt,
        changedAt: settings.cyclesChangedAt,
      },
    ]
  })
}

/** The office sets only the dates of a cycle. How nominations are made is taken from the published call it replaces. */
function withProcedure(cycle: Call, published: Call[], at: number): Call {
  const replaced = published.filter((call) => replaces(cycle, call, at))
  const overlapping = replaced.filter((call) => doOverlap(cycle, call))
  const [latest] = (overlapping.length > 0 ? overlapping : replaced)
    .toSorted(by('opensAt', -Infinity))
    .toReversed()
  return { ...cycle, procedure: latest?.procedure }
}

/** The office's cycle decides for its subject; earlier calls of the same subject stay in the list of past ones. */
function replaces(cycle: Call, call: Call, at: number): boolean {
  if (cycle.subject !== call.subject) return false
  return doOverlap(cycle, call) || !(call.closesAt !== undefined && call.closesAt <= at)
}

function doOverlap(cycle: Call, call: Call): boolean {
  const { opensAt = -Infinity, closesAt = Infinity } = cycle
  return (call.opensAt ?? -Infinity) < closesAt && (call.closesAt ?? Infinity) > opensAt
}

function withState(call: Call, graceMs: number, at: number): CallNow {
  const { opensAt = -Infinity, closesAt = Infinity } = call
  if (closesAt > at) return { ...call, state: opensAt > at ? 'coming' : 'open' }
  // Only our own forms know when someone started.
  const graceUntil = call.form?.startsWith('/') ? closesAt + graceMs : closesAt
  return at <= graceUntil && graceUntil > closesAt
    ? { ...call, state: 'grace', graceUntil }
    : { ...call, state: 'closed' }
}

function isIn(wanted: CallState) {
  return ({ state }: CallNow) => state === wanted
}

function by(name: 'opensAt' | 'closesAt', missing = Infinity) {
  return (a: Call, b: Call) => {
    const [first, second] = [a[name] ?? missing, b[name] ?? missing]
    return first === second ? 0 : first < second ? -1 : 1
  }
}
