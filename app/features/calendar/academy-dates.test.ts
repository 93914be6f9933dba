import { expect, test } from 'vitest'
import { officeMoment } from '#office-time.ts'
import type { CallNow } from '#features/calls/call.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import { academyDatesOf, byMonth, isOver } from './academy-dates.ts'

const now = officeMoment('2026-11-15T12:00')

function conference(data: Partial<Data<'conference'>>): Entry<'conference'> {
  const named = { title: 'Light', series: 'coniaps', scope: 'international', year: 2027 } as const
  return { ...row('c'), data: { ...named, ...data } }
}

function lecture(data: Partial<Data<'activity'>>): Entry<'activity'> {
  return { ...row('l'), data: { title: 'Stars', activity: 'online-lecture', year: 2026, ...data } }
}

function row(id: string) {
  return { id, slug: `slug-${id}`, sample: false, publishedAt: 1, updatedAt: 2 }
}

const call: CallNow = {
  id: 'k',
  subject: 'award',
  title: 'Medal',
  page: '/awards/medal',
  href: '/awards/medal#k',
  sample: false,
  opensAt: officeMoment('2026-12-31T23:59'),
  closesAt: officeMoment('2027-01-31T23:59'),
  changedAt: 5,
  state: 'coming',
}

const none = { conferences: [], activities: [], calls: [] }

test('the list has events, deadlines and both ends of a call, the earliest first', () => {
  const conferences = [
    conference({
      startsOn: '2027-02-18',
      endsOn: '2027-02-20',
      importantDates: [{ label: 'Abstracts', on: '2026-12-15' }],
    }),
  ]
  const activities = [lecture({ startsAt: officeMoment('2026-12-10T17:00') })]

  const dates = academyDatesOf({ conferences, activities, calls: [call] }, now)

  expect(dates.map(({ id, kind, title, href }) => [id, kind, title, href])).toEqual([
    ['l', 'online-lecture', 'Stars', '/activities/slug-l'],
    ['c-abstracts', 'deadline', 'Abstracts: Light', '/conferences/slug-c#important-dates'],
    ['k-opens', 'call-opens', 'Call opens: Medal', '/awards/medal#k'],
    ['k-closes', 'call-closes', 'Call closes: Medal', '/awards/medal#k'],
    ['c', 'conference', 'Light', '/conferences/slug-c'],
  ])
})

test('an event without a day is not in the calendar', () => {
  expect(academyDatesOf({ ...none, conferences: [conference({})], activities: [lecture({})] }, now)).toEqual(
    [],
  )
})

test('a changed event keeps its identity; two deadlines of one name have two', () => {
  const idsOf = (data: Partial<Data<'conference'>>) =>
    academyDatesOf({ ...none, conferences: [conference(data)] }, now).map(({ id }) => id)
  const early = { label: 'Fee', on: '2026-12-01' }
  const late = { label: 'Fee', on: '2027-01-01' }

  expect(idsOf({ startsOn: '2027-02-18', importantDates: [early, late] })).toEqual(['c-fee', 'c-fee-2', 'c'])
  expect(idsOf({ startsOn: '2027-03-01', title: 'Moved', importantDates: [late] })).toEqual(['c-fee', 'c'])
})

test('dates are grouped by the month of the office', () => {
  const months = byMonth(academyDatesOf({ ...none, calls: [call] }, now))

  expect(months.map(({ month, dates }) => [month, dates.length])).toEqual([
    ['2026-12', 1],
    ['2027-01', 1],
  ])
})

test.for([
  [
    'the last moment of its last day',
    { startsOn: '2026-11-14', endsOn: '2026-11-15' },
    '2026-11-15T23:59',
    false,
  ],
  ['the day after', { startsOn: '2026-11-14', endsOn: '2026-11-15' }, '2026-11-16T00:00', true],
  ['a single day', { startsOn: '2026-11-15' }, '2026-11-15T18:00', false],
] as const)('a conference is over only after %s', ([_, days, at, over]) => {
  const [date] = academyDatesOf({ ...none, conferences: [conference(days)] }, now)

  expect(isOver(date!, officeMoment(at))).toBe(over)
})

test('a lecture is over at its end, a call date at its moment', () => {
  const startsAt = now
  const [talk] = academyDatesOf({ ...none, activities: [lecture({ startsAt, durationMinutes: 60 })] }, now)
  const [opens] = academyDatesOf({ ...none, calls: [{ ...call, opensAt: now }] }, now)
  const minutes = (count: number) => now + count * 60_000

  expect([minutes(60), minutes(61)].map((at) => isOver(talk!, at))).toEqual([false, true])
  expect([now, now + 1].map((at) => isOver(opens!, at))).toEqual([false, true])
})

test('the link to join is in the note until the lecture is over', () => {
  const data = { startsAt: now, durationMinutes: 60, joinUrl: 'https://example.org/room', series: 'Talks' }
  const noteAt = (at: number) => academyDatesOf({ ...none, activities: [lecture(data)] }, at)[0]?.note

  expect(noteAt(now)).toBe('Talks\nJoin: https://example.org/room')
  expect(noteAt(now + 61 * 60_000)).toBe('Talks')
})

test('a cancelled conference is marked together with its deadlines', () => {
  const data = {
    startsOn: '2027-02-18',
    cancelled: true,
    importantDates: [{ label: 'Fee', on: '2027-01-01' }],
  }
  const dates = academyDatesOf({ ...none, conferences: [conference(data)] }, now)

  expect(dates.map(({ isCancelled }) => isCancelled)).toEqual([true, true])
})
