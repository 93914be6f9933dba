import { expect, test } from 'vitest'
import { formOfCall, type CallSubject } from '#features/content/kinds/call.ts'
import type { CallPart } from '#features/content/kinds/nomination-procedure.ts'
import {
  callFor,
  callForAward,
  callsNow,
  callsOn,
  callsOpenOn,
  maySend,
  type Call,
  type CycleSettings,
} from './call.ts'

const unset: CycleSettings = {
  fellowOpensAt: '',
  fellowClosesAt: '',
  associateFellowOpensAt: '',
  associateFellowClosesAt: '',
}
const now = new Date('2027-01-15T12:00:00+05:30')
const day = 86_400_000

function published(id: string, subject: CallSubject, opensIn: number, closesIn: number): Call {
  const at = now.getTime()
  return {
    id,
    subject,
    title: id,
    page: '/awards',
    href: `/awards#${id}`,
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
  const { open, coming, closed, past } = callsNow([...calls, published('past', 'fellow', -9, -1)], unset, now)

  expect(open.map(({ id }) => id)).toEqual(['soon', 'late'])
  expect(coming.map(({ id }) => id)).toEqual(['next'])
  expect(closed).toEqual([])
  expect(past.map(({ id }) => id)).toEqual(['past'])
})

test('an issue of the newsletter announces the calls of its day, whatever has become of them', () => {
  const calls = callsNow(
    [
      published('over', 'award', -40, -20),
      published('still-open', 'award', -40, 3),
      published('opened-later', 'award', -10, 3),
      published('over-before', 'award', -60, -50),
      { ...published('always', 'membership', 0, 0), opensAt: undefined, closesAt: undefined },
    ],
    unset,
    now,
  )
  expect(callsOpenOn(calls, '2026-12-16').map(({ id }) => id)).toEqual(['over', 'still-open'])
})

test('a call is open from its first moment until its last', () => {
  const { open, coming } = callsNow(
    [published('first', 'award', 0, 1), published('last', 'award', -1, 0)],
    unset,
    now,
  )

  expect(open.map(({ id }) => id)).toEqual(['first'])
  expect(coming).toEqual([])
})

test.for([
  ['2027-01-01 00:00', '2027-01-31 23:59', 'open'],
  ['2027-01-15 12:00', '', 'open'],
  ['', '2027-01-15 12:00', 'open'],
  ['', '2027-01-15 11:59', 'closed'],
  ['2027-01-15 12:01', '2027-01-31 23:59', 'coming'],
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
  expect([...calls.open, ...calls.coming].some(({ id }) => id === 'old')).toBe(false)
})

test('each kind of nomination has its own cycle', () => {
  const settings = { ...unset, associateFellowClosesAt: '2027-01-20 23:59' }
  const { open } = callsNow([], settings, now)

  expect(open).toMatchObject([
    {
      subject: 'associate-fellow',
      page: '/fellowship/associate-fellowship',
      form: '/fellowship/associate-fellow-nomination-form',
      opensAt: undefined,
    },
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

test('a cycle keeps its identity when its closing moves within the year, and next year’s is another call', () => {
  const idWith = (fellowClosesAt: string) => callsNow([], { ...unset, fellowClosesAt }, now).open[0]?.id

  expect(idWith('2027-01-31 23:59')).toBe('cycle-fellow-2027')
  expect(idWith('2027-02-28 12:00')).toBe('cycle-fellow-2027')
  expect(idWith('2028-01-31 23:59')).toBe('cycle-fellow-2028')
})

test('a cycle hides the published call for the same time, and not the calls of earlier years', () => {
  const settings = { ...unset, fellowOpensAt: '2026-10-01 00:00', fellowClosesAt: '2027-01-10 23:59' }
  const calls = [
    published('same', 'fellow', -100, -5),
    published('earlier', 'fellow', -480, -380),
    published('earliest', 'fellow', -840, -740),
    published('later', 'fellow', 300, 400),
  ]
  const { open, coming, closed, past } = callsNow(calls, settings, now)

  expect([open, coming]).toEqual([[], []])
  expect(closed.map(({ id }) => id)).toEqual(['cycle-fellow-2027'])
  expect(past.map(({ id }) => id)).toEqual(['earlier', 'earliest'])
})

test.for([
  [-1, '/fellowship/fellow-nomination-form', 'open'],
  [0, '/fellowship/fellow-nomination-form', 'grace'],
  [15, '/fellowship/fellow-nomination-form', 'grace'],
  [16, '/fellowship/fellow-nomination-form', 'closed'],
  [5, 'https://example.org/form', 'closed'],
  [5, undefined, 'closed'],
] as const)('%s minutes after its closing, a call with the form %s is %s', ([minutes, form, state]) => {
  const call = { ...published('call', 'fellow', -9, 0), form }
  const later = new Date(now.getTime() + minutes * 60_000)
  const found = callFor(callsNow([call], { ...unset, graceMinutes: 15 }, later), 'fellow')

  expect(found?.state).toBe(state)
  expect(found?.graceUntil).toBe(state === 'grace' ? now.getTime() + 15 * 60_000 : undefined)
})

test('a cycle takes its form from the overlapping call that opens last', () => {
  const settings = { ...unset, fellowOpensAt: '2027-01-01 00:00', fellowClosesAt: '2027-01-31 23:59' }
  const withParts = (call: Call, part: CallPart): Call => ({
    ...call,
    procedure: { parts: [part], stages: [] },
  })
  const { opensAt: _, ...sinceEver } = withParts(published('since-ever', 'fellow', 0, 10), 'career')
  const latest = withParts(published('latest', 'fellow', -3, 10), 'files')
  const earlier = withParts(published('earlier', 'fellow', -9, 10), 'experts')
  const nextYear = withParts(published('next-year', 'fellow', 300, 330), 'seconder')
  const partsOf = (calls: Call[]) => callFor(callsNow(calls, settings, now), 'fellow')?.procedure?.parts

  expect(partsOf([nextYear, latest, earlier, sinceEver])).toEqual(['files'])
  expect(partsOf([nextYear, sinceEver])).toEqual(['career'])
  expect(partsOf([nextYear])).toEqual(['seconder'])
})

test('a page shows its own calls, in the same order', () => {
  const medal = (call: Call): Call => ({ ...call, page: '/awards/medal' })
  const all = [
    medal(published('open', 'award', -1, 2)),
    medal(published('next', 'award', 3, 4)),
    medal(published('last', 'award', -4, -3)),
    medal(published('oldest', 'award', -40, -30)),
    published('other', 'award', -1, 1),
  ]
  const { open, coming, past } = callsOn(callsNow(all, unset, now), '/awards/medal')

  expect([open, coming, past].map((calls) => calls.map(({ id }) => id))).toEqual([
    ['open'],
    ['next'],
    ['last', 'oldest'],
  ])
})

test('next year’s call does not end the grace period of this year’s', () => {
  const minute = 1 / 24 / 60
  const procedure = { parts: [], stages: [] }
  const award = (id: string, opensIn: number, closesIn: number) => ({
    ...published(id, 'award', opensIn, closesIn),
    ...{ award: 'lamp', procedure, form: '/awards/lamp/nomination-form' },
  })
  const settings = { ...unset, graceMinutes: 15 }
  const over = award('this-year', -30, -minute)
  const fellow = {
    ...published('fellows', 'fellow', -30, -minute),
    form: '/fellowship/fellow-nomination-form',
  }
  const coming = callsNow(
    [over, award('next-year', 1, 30), fellow, published('f', 'fellow', 1, 30)],
    settings,
    now,
  )
  const open = callsNow([over, award('next-year', -minute, 30)], settings, now)

  expect(callForAward(coming, 'lamp')).toMatchObject({ id: 'this-year', state: 'grace' })
  expect(callFor(coming, 'fellow')).toMatchObject({ id: 'fellows', state: 'grace' })
  expect(callForAward(open, 'lamp')).toMatchObject({ id: 'next-year' })
  expect(callForAward(open, 'lamp', 'this-year')).toMatchObject({ id: 'this-year' })
  const bothOpen = callsNow([fellow, published('f', 'fellow', -minute, 30)], settings, now)
  expect(callFor(bothOpen, 'fellow')).toMatchObject({ id: 'f' })
  expect(callFor(bothOpen, 'fellow', 'fellows')).toMatchObject({ id: 'fellows', state: 'grace' })
  expect(callForAward(callsNow([award('old', -30, -1), over], settings, now), 'lamp', 'old')).toMatchObject({
    id: 'this-year',
  })
})

test('a call that takes nominations here leads to no other form', () => {
  const call = { subject: 'award', award: 'lamp', href: 'https://forms.example.org/lamp' } as const

  expect(formOfCall({ ...call, form: { online: true } })).toBe('/awards/lamp/nomination-form')
  expect(formOfCall(call)).toBe('https://forms.example.org/lamp')
})
