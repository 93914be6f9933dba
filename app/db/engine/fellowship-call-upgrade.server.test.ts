import { expect } from 'vitest'
import { migrations } from '#db/migrations/all.ts'
import { monday, openEmptyDatabase, test } from '#test/harness/db.ts'
import { migrate } from './migrate.server.ts'

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '096-fellowship-calls'),
)

test('a site gets a draft of a call for each fellowship, and what is stored stays as it is', async () => {
  const { db } = await openEmptyDatabase()
  await migrate(db, monday, before)
  for (const [kind, id] of [
    ['page', 'fellowship'],
    ['call', 'own'],
  ] as const) {
    const entry = {
      kind,
      slug: id,
      position: 0,
      state: 'published',
      head_version: 1,
      live_version: 1,
    } as const
    await db
      .insertInto('entry')
      .values({ id, ...entry, published_at: 7, created_at: 7, updated_at: 7 })
      .execute()
    await db
      .insertInto('entry_version')
      .values({ entry_id: id, number: 1, title: 'Fellows', data: '{"subject":"fellow"}', saved_at: 7 })
      .execute()
  }
  for (const [name, value] of [
    ['fellowOpensAt', '1995-01-01 09:00'],
    ['fellowClosesAt', '1995-01-31 23:59'],
    ['associateFellowClosesAt', ''],
  ])
    await db
      .insertInto('setting')
      .values({ name: name ?? '', value: JSON.stringify(value), updated_at: 7 })
      .execute()
  await migrate(db, monday)

  const calls = await db
    .selectFrom('entry')
    .innerJoin('entry_version', 'entry_version.entry_id', 'entry.id')
    .select(['slug', 'state', 'data'])
    .where('kind', '=', 'call')
    .orderBy('slug')
    .execute()
  const parts = { online: true, career: true, publications: true, files: true, experts: true, seconder: true }
  const stages = { panel: true, acceptance: true }
  expect(calls.map(({ data, ...call }) => ({ ...call, data: JSON.parse(data) as unknown }))).toEqual([
    {
      ...{ slug: 'call-associate-fellow', state: 'draft' },
      data: {
        ...{ title: 'Nominations of Associate Fellows', subject: 'associate-fellow', stages },
        form: { ...parts, doctorate: true },
      },
    },
    {
      ...{ slug: 'call-fellow', state: 'draft' },
      data: {
        ...{ title: 'Nominations of Fellows', subject: 'fellow', stages, form: parts },
        ...{ opensAt: Date.UTC(1995, 0, 1, 3, 30), closesAt: Date.UTC(1995, 0, 31, 18, 29, 59, 999) },
      },
    },
    { slug: 'own', state: 'published', data: { subject: 'fellow' } },
  ])
})

test('an empty site gets no call from the upgrade', async ({ db }) => {
  expect(await db.selectFrom('entry').select('id').execute()).toEqual([])
})
