import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listAcademyDates } from './queries.server.ts'

const later = new Date(monday.getTime() + 60_000)

test('the calendar has what is published and what the office has set', async ({ db }) => {
  const days = { year: 1995, startsOn: '1995-02-01', endsOn: '1995-02-03' }
  const conference = { title: 'Light', series: 'coniaps', scope: 'national', ...days } as const
  const id = await publishEntry(db, { kind: 'conference', slug: 'light', data: conference }, monday)
  const startsAt = Date.UTC(1995, 0, 20, 12)
  const lecture = { title: 'Stars', activity: 'online-lecture', year: 1995, startsAt } as const
  const lectureId = await publishEntry(db, { kind: 'activity', slug: 'stars', data: lecture }, monday)
  await changeSettings(
    db,
    system,
    { fellowOpensAt: '1995-01-10 00:00', fellowClosesAt: '1995-03-31 23:59' },
    later,
  )

  const dates = await listAcademyDates(db, monday)

  expect(dates.map(({ id, title }) => [id, title])).toEqual([
    ['cycle-fellow-1995-opens', 'Call opens: Nominations of Fellows'],
    [lectureId, 'Stars'],
    [id, 'Light'],
    ['cycle-fellow-1995-closes', 'Call closes: Nominations of Fellows'],
  ])
  expect(dates[0]).toMatchObject({ changedAt: later.getTime(), href: '/fellowship#cycle-fellow-1995' })
})

test('a moved closing keeps its identity and says when it was changed', async ({ db }) => {
  const closings = async () =>
    (await listAcademyDates(db, monday)).map(({ id, when, changedAt }) => ({ id, when, changedAt }))
  await changeSettings(db, system, { fellowClosesAt: '1995-03-31 23:59' }, monday)
  const [before] = await closings()
  await changeSettings(db, system, { fellowClosesAt: '1995-02-28 23:59' }, later)
  const [after] = await closings()

  expect(after?.id).toBe(before?.id)
  expect(after?.when).not.toEqual(before?.when)
  expect(after?.changedAt).toBe(later.getTime())
})
