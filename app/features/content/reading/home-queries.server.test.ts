import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { findNextConference } from './home-queries.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'

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

test('without an upcoming one, the latest past one is shown', async ({ db }) => {
  await announce(db, 'first', { startsOn: '1993-02-01' })
  await announce(db, 'second', { startsOn: '1994-12-04' })

  const next = await findNextConference(db, monday)

  expect(next).toMatchObject({ isAhead: false, conference: { slug: 'second' } })
})

test('a conference of this year without days does not count as upcoming', async ({ db }) => {
  await announce(db, 'undated', {})

  expect(await findNextConference(db, monday)).toMatchObject({ isAhead: false })
})

test('there may be no conference at all', async ({ db }) => {
  expect(await findNextConference(db, monday)).toBeUndefined()
})

function announce(db: Db, slug: string, days: { startsOn?: string; endsOn?: string }) {
  const data = { title: slug, series: 'other', scope: 'national', year: 1995, ...days } as const
  return publishEntry(db, { kind: 'conference', slug, data }, monday)
}
