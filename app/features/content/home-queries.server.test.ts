import { expect } from 'vitest'
import type { Db } from '#db/tables.ts'
import { monday, test } from '#test/db.ts'
import { findNextConference, listCalls } from './home-queries.server.ts'
import { publishEntry } from './operations.server.ts'

const day = 24 * 60 * 60 * 1000

test('the conference that starts soonest is the next one', async ({ db }) => {
  await announce(db, 'later', { startsOn: '1995-06-01' })
  await announce(db, 'sooner', { startsOn: '1995-03-01' })
  await announce(db, 'held', { startsOn: '1994-12-04' })

  const next = await findNextConference(db, monday)

  expect(next).toMatchObject({ isAhead: true, conference: { slug: 'sooner' } })
})

test('a conference stays the next one until its last day is over', async ({ db }) => {
  await announce(db, 'under-way', { startsOn: '1995-01-01', endsOn: '1995-01-02' })
  await announce(db, 'later', { startsOn: '1995-03-01' })

  const next = await findNextConference(db, monday)

  expect(next).toMatchObject({ isAhead: true, conference: { slug: 'under-way' } })
})

test('without one ahead, the latest is shown as held', async ({ db }) => {
  await announce(db, 'first', { startsOn: '1993-02-01' })
  await announce(db, 'second', { startsOn: '1994-12-04' })

  const next = await findNextConference(db, monday)

  expect(next).toMatchObject({ isAhead: false, conference: { slug: 'second' } })
})

test('a conference of this year without days does not count as ahead', async ({ db }) => {
  await announce(db, 'undated', {})

  expect(await findNextConference(db, monday)).toMatchObject({ isAhead: false })
})

test('there may be no conference at all', async ({ db }) => {
  expect(await findNextConference(db, monday)).toBeUndefined()
})

test('a call is open from its first moment until its last', async ({ db }) => {
  const now = monday.getTime()
  await call(db, 'opens-now', now, now + 2 * day)
  await call(db, 'closes-soon', now - day, now + day)
  await call(db, 'closes-now', now - day, now)
  await call(db, 'opens-later', now + 3 * day, now + 9 * day)
  await call(db, 'opens-sooner', now + 1, now + 9 * day)

  const { open, ahead } = await listCalls(db, monday)

  expect(open.map((entry) => entry.slug)).toEqual(['closes-soon', 'opens-now'])
  expect(ahead.map((entry) => entry.slug)).toEqual(['opens-sooner', 'opens-later'])
})

function announce(db: Db, slug: string, days: { startsOn?: string; endsOn?: string }) {
  const data = { title: slug, series: 'other', scope: 'national', year: 1995, ...days } as const
  return publishEntry(db, { kind: 'conference', slug, data }, monday)
}

function call(db: Db, slug: string, opensAt: number, closesAt: number) {
  const data = { title: slug, subject: 'award', opensAt, closesAt, href: '/awards' } as const
  return publishEntry(db, { kind: 'call', slug, data }, monday)
}
