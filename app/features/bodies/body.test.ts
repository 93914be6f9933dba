import { expect, test } from 'vitest'
import { doOverlap, isOnDay } from './body.ts'
import { describeQuorum, quorumOf, readQuorum } from './quorum.ts'

test('a term includes its first and its last day, and has no end while none is known', () => {
  const term = { startsOn: '2025-04-01', endsOn: '2028-03-31' }

  expect(['2025-03-31', '2025-04-01', '2028-03-31', '2028-04-01'].map((day) => isOnDay(term, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isOnDay({ startsOn: '2025-04-01', endsOn: null }, '2999-01-01')).toBe(true)
})

test('terms overlap if they share a day', () => {
  const first = { startsOn: '2025-01-01', endsOn: '2025-06-30' }

  expect(doOverlap(first, { startsOn: '2025-06-30', endsOn: null })).toBe(true)
  expect(doOverlap(first, { startsOn: '2025-07-01', endsOn: null })).toBe(false)
  expect(doOverlap({ startsOn: '2025-07-01', endsOn: null }, first)).toBe(false)
})

test.for([
  ['5', 9, 5, '5 members'],
  ['1/3', 9, 3, 'at least 1/3 of the members'],
  ['1/3', 10, 4, 'at least 1/3 of the members'],
  ['>1/2', 10, 6, 'more than 1/2 of the members'],
  ['>1/2', 9, 5, 'more than 1/2 of the members'],
  ['1/1', 7, 7, 'at least 1/1 of the members'],
] as const)('the quorum %s of %d members is %d', ([text, members, quorum, words]) => {
  const rule = readQuorum(text)

  expect(rule && [quorumOf(rule, members), describeQuorum(rule)]).toEqual([quorum, words])
})

test.for(['', '0', '>5', '3/2', '>1/1', '1/0', 'half', '-1', '1.5', '1/3 '])(
  'the quorum %j is refused',
  (text) => {
    expect(readQuorum(text)).toBeUndefined()
  },
)
