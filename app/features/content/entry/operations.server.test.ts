import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { publishEntry, removeSampleEntries, type NewEntry } from './operations.server.ts'
import {
  findEntry,
  listLatest,
  listPublishedSlugs,
  listRecipients,
} from '#features/content/reading/queries.server.ts'

const lamp: NewEntry<'award'> = {
  kind: 'award',
  slug: 'golden-lamp',
  data: { title: 'Golden Lamp', shortTitle: 'Lamp', type: 'medal', summary: 'For light.' },
}
const firstPage = { limit: 10, offset: 0 }

test('a published entry can be read, listed and found', async ({ db }) => {
  const before = await readContentVersion(db)
  const id = await publishEntry(db, lamp, monday)

  expect(await findEntry(db, 'award', 'golden-lamp')).toEqual({
    id,
    slug: 'golden-lamp',
    sample: false,
    publishedAt: monday.getTime(),
    updatedAt: monday.getTime(),
    data: lamp.data,
  })
  expect(await listPublishedSlugs(db)).toMatchObject([
    { kind: 'award', slug: 'golden-lamp', updated_at: monday.getTime() },
  ])
  expect((await findInSearch(db, 'golden lamp', firstPage)).hits).toMatchObject([
    { title: 'Golden Lamp', href: '/awards/golden-lamp' },
  ])
  expect(await readContentVersion(db)).toBe(before + 1)
})

test('an entry of another kind is not found under the same slug', async ({ db }) => {
  await publishEntry(db, lamp, monday)

  expect(await findEntry(db, 'album', 'golden-lamp')).toBeUndefined()
  expect(await findEntry(db, 'award', 'Golden-Lamp')).toBeUndefined()
})

test('two entries of a kind cannot have one slug, and the second leaves nothing behind', async ({ db }) => {
  await publishEntry(db, lamp, monday)
  const before = await readContentVersion(db)

  await expect(publishEntry(db, { ...lamp, data: { ...lamp.data, title: 'Other' } }, monday)).rejects.toThrow(
    /unique|one_slug_per_kind/i,
  )
  expect(await readContentVersion(db)).toBe(before)
  expect((await findInSearch(db, 'other', firstPage)).hits).toEqual([])
})

test('data that does not fit its kind is refused before anything is written', async ({ db }) => {
  const { title: _, ...untitled } = lamp.data

  expect(() => publishEntry(db, { ...lamp, data: untitled as never }, monday)).toThrow('title')
  expect(await listPublishedSlugs(db)).toEqual([])
})

test('the recipients of an award come latest year first', async ({ db }) => {
  const id = await publishEntry(db, lamp, monday)
  for (const [title, year] of [
    ['Early', 1990],
    ['Late', 2020],
    ['Late too', 2020],
  ] as const)
    await publishEntry(
      db,
      { kind: 'recipient', slug: `r-${title}`, parent: { id, slug: lamp.slug }, data: { title, year } },
      monday,
    )

  expect((await listRecipients(db, id)).map(({ data }) => data.title)).toEqual(['Late', 'Late too', 'Early'])
  expect((await listLatest(db, 'recipient', 1)).map(({ data }) => data.title)).toEqual(['Late'])
})

test('nobody can read an entry without a live version', async ({ db }) => {
  const id = await publishEntry(db, lamp, monday)
  await db.updateTable('entry').set({ state: 'archived', live_version: null }).where('id', '=', id).execute()

  expect(await findEntry(db, 'award', 'golden-lamp')).toBeUndefined()
  expect(await listPublishedSlugs(db)).toEqual([])
})

test('the database refuses impossible states', async ({ db }) => {
  const id = await publishEntry(db, lamp, monday)
  for (const impossible of [
    { state: 'binned' },
    { state: 'archived' },
    { state: 'scheduled' },
    { state: 'published', live_version: null },
    { head_version: 2 },
    { binned_at: 1 },
  ] as const)
    await expect(db.updateTable('entry').set(impossible).where('id', '=', id).execute()).rejects.toThrow(
      /constraint/i,
    )
})

test('the samples are removed, with their children and their words, and the rest stays', async ({ db }) => {
  const saved = await publishEntry(db, lamp, monday)
  const sampleId = await publishEntry(
    db,
    { ...lamp, slug: 'tin-lamp', sample: true, data: { ...lamp.data, title: 'Tin Lamp' } },
    monday,
  )
  for (const [slug, parent] of [
    ['a', saved],
    ['b', sampleId],
  ] as const)
    await publishEntry(
      db,
      {
        kind: 'recipient',
        slug,
        sample: true,
        parent: { id: parent, slug },
        data: { title: slug, year: 2000 },
      },
      monday,
    )

  expect(await removeSampleEntries(db, monday)).toBe(3)
  expect((await listPublishedSlugs(db)).map(({ slug }) => slug)).toEqual(['golden-lamp'])
  expect((await findInSearch(db, 'tin', firstPage)).hits).toEqual([])
  expect(await db.selectFrom('entry_version').select('title').execute()).toEqual([{ title: 'Golden Lamp' }])
  expect(await removeSampleEntries(db, monday)).toBe(0)
})

test('what the surrounding operation rolls back was never published', async ({ db }) => {
  const work = inTransaction(db, async (db) => {
    await publishEntry(db, lamp, monday)
    throw new Error('refused')
  })

  await expect(work).rejects.toThrow('refused')
  expect(await findEntry(db, 'award', 'golden-lamp')).toBeUndefined()
  expect((await findInSearch(db, 'lamp', firstPage)).hits).toEqual([])
})
