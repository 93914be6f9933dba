import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { listHistory } from './history.server.ts'

test('the history has what was published with a day or a year, oldest first, with its page', async ({
  db,
}) => {
  const conference = { series: 'coniaps', scope: 'international' } as const
  await publishEntry(
    db,
    { kind: 'conference', slug: 'later', data: { ...conference, title: 'Later', year: 2018 } },
    monday,
  )
  await publishEntry(
    db,
    { kind: 'conference', slug: 'first', data: { ...conference, title: 'First', startsOn: '1994-12-04' } },
    monday,
  )
  await publishEntry(
    db,
    { kind: 'conference', slug: 'unknown', data: { ...conference, title: 'Unknown' } },
    monday,
  )
  const award = { title: 'Medal', type: 'medal', summary: 'A medal.' } as const
  const id = await publishEntry(db, { kind: 'award', slug: 'medal', data: award }, monday)
  await publishEntry(
    db,
    {
      kind: 'recipient',
      slug: 'asha',
      parent: { id, slug: 'medal' },
      data: { title: 'Asha Rao', year: 2001 },
    },
    monday,
  )

  expect((await listHistory(db)).map(({ from, title, href }) => [from, title, href])).toEqual([
    ['1994-12-04', 'First', '/conferences/first'],
    ['2001', 'Medal: Asha Rao', '/awards/medal'],
    ['2018', 'Later', '/conferences/later'],
  ])
})
