import { expect, test } from 'vitest'
import { monday, openEmptyDatabase } from '#test/harness/db.ts'
import { migrations } from '#db/migrations/all.ts'
import { migrate } from './migrate.server.ts'

test('a site with awards gets a draft of a call for each, and its cases and calls stay as they are', async () => {
  const { db } = await openEmptyDatabase()
  const at = migrations.findIndex(({ name }) => name === '074-award-nominations')
  await migrate(db, monday, migrations.slice(0, at))
  for (const [kind, slug] of [
    ['award', 'young-scientist-award'],
    ['call', 'call-of-last-year'],
  ] as const) {
    const entry = { kind, slug, position: 0, state: 'published', head_version: 1, live_version: 1 } as const
    await db
      .insertInto('entry')
      .values({ id: slug, ...entry, published_at: 7, created_at: 7, updated_at: 7 })
      .execute()
    const version = { number: 1, title: 'Young Scientist Award', data: '{}', saved_at: 7 }
    await db
      .insertInto('entry_version')
      .values({ entry_id: slug, ...version })
      .execute()
  }
  await migrate(db, monday, migrations.slice(0, at + 2))

  const calls = await db
    .selectFrom('entry')
    .innerJoin('entry_version', 'entry_version.entry_id', 'entry.id')
    .select(['slug', 'state', 'title'])
    .where('kind', '=', 'call')
    .orderBy('slug')
    .execute()
  expect(calls).toEqual([
    { slug: 'call-of-last-year', state: 'published', title: 'Young Scientist Award' },
    {
      ...{ slug: 'call-young-scientist-award', state: 'draft' },
      title: 'Nominations for the Young Scientist Award',
    },
  ])
})
