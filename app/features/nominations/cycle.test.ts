import { expect, test } from 'vitest'
import { callFor, callsNow, maySend, type Call, type CycleSettings } from './cycle.ts'

const unset: CycleSettings = {
  fellowOpensAt: '',
  fellowClosesAt: '',
  associateFellowOpensAt: '',
  associateFellowClosesAt: '',
}
const now = new Date('2027-01-15T12:00:00+05:30')
const day = 86_400_000

function published(id: string, subject: string, opensIn: number, closesIn: number): Call {
  const at = now.getTime()
  return {
    id,
    subject,
    title: id,
    href: '/awards',
    sample: true,
    opensAt: at + opensIn * day,
    closesAt: at + closesIn * day,
  }
}

test('if the office has set nothing, the published calls apply', () => {
  const calls = [
    published('late', 'fellow', -2, 9),
    published('soon', 'award', -2, 3),
    published('next', 'award', 1, 9),
  ]
  const { open, ahead, closed } = callsNow([...calls, published('past', 'fellow', -9, -1)], unset, now)

  expect(open.map(({ id }) => id)).toEqual(['soon', 'late'])
  expect(ahead.map(({ id }) => id)).toEqual(['next'])
  expect(closed).toEqual([])
})

test('a call is open from its first moment until its last', () => {
  const { open, ahead } = callsNow(
    [published('first', 'award', 0, 1), published('last', 'award', -1, 0)],
    unset,
    now,
  )

  expect(open.map(({ id }) => id)).toEqual(['first'])
  expect(ahead).toEqual([])
})

test.for([
  ['2027-01-01 00:00', '2027-01-31 23:59', 'open'],
  ['2027-01-15 12:00', '', 'open'],
  ['', '2027-01-15 12:00', 'open'],
  ['', '2027-01-15 11:59', 'closed'],
  ['2027-01-15 12:01', '2027-01-31 23:59', 'ahead'],
  ['2026-01-01 00:00', '2026-12-31 23:59', 'closed'],
] as const)('a cycle from “%s” to “%s” is %s, whatever was published', ([opens, closes, state]) => {
  const settings = { ...unset, fellowOpensAt: opens, fellowClosesAt: closes }
  const calls = callsNow(
    [published('old', 'fellow', -1, 1), published('other', 'associate-fellow', -1, 1)],
    settings,
    now,
  )

  expect(callFor(calls, 'fellow')).toMatchObject({ state, title: 'Nominations of Fellows', sample: false })
  expect(callFor(calls, 'associate-fellow')).toMatchObject({ state: 'open', id: 'other' })
  expect([...calls.open, ...calls.ahead].some(({ id }) => id === 'old')).toBe(false)
})

test('each kind of nomination has its own cycle', () => {
  const settings = { ...unset, associateFellowClosesAt: '2027-01-20 23:59' }
  const { open } = callsNow([], settings, now)

  expect(open).toMatchObject([
    { subject: 'associate-fellow', href: '/fellowship/associate-fellow-nomination-form', opensAt: undefined },
  ])
  expect(new Date(open[0]?.closesAt ?? 0).toISOString()).toBe('2027-01-20T18:29:59.999Z')
})

test('nothing is said about a call that is neither set nor published', () => {
  expect(callFor(callsNow([], unset, now), 'fellow')).toBeUndefined()
})

test.for([
  [-1, -60, true],
  [-1, 14, true],
  [-1, 15, true],
  [-1, 16, false],
  [1, 5, false],
] as const)(
  'a form started %s minutes from the closing and submitted %s minutes after it: %s',
  ([started, sent, may]) => {
    const closesAt = now.getTime()
    const minute = 60_000
    const call = callFor(
      callsNow(
        [{ ...published('call', 'fellow', -2, 0), closesAt }],
        unset,
        new Date(closesAt + sent * minute),
      ),
      'fellow',
    )

    expect(maySend(call, new Date(closesAt + started * minute), 15, new Date(closesAt + sent * minute))).toBe(
      may,
    )
  },
)

test('nothing can be submitted without a call, or before it opens', () => {
  expect(maySend(undefined, now, 15, now)).toBe(false)
  expect(
    maySend(callFor(callsNow([published('next', 'fellow', 1, 2)], unset, now), 'fellow'), now, 15, now),
  ).toBe(false)
})
