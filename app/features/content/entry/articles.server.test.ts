import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { findRedirect } from '#features/content/addresses/redirects.server.ts'
import type { RichText } from '#features/content/text/document.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice } from '#test/makers/content.ts'
import { makeIssue } from '#test/makers/newsletters.ts'
import { moveEntry } from './moves.server.ts'
import { saveEntry } from './operations.server.ts'

/** What the rest of the site knows about the articles of an issue. */

const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const contents = [
  { title: 'On lamps', author: 'A. Sample', body: text('Sodium glows yellow.') },
  { title: 'On tides', summary: 'Twice a day.', body: text('The Moon pulls.') },
  { title: 'Notes' },
]
const hits = async (db: Db, words: string) =>
  (await findInSearch(db, words, { limit: 10, offset: 0 })).hits.map(({ href }) => href)
const slugOf = async (db: Db, id: string) =>
  (await db.selectFrom('entry').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug

test('the search finds each article by its own words, and the issue by their titles', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makeIssue(db, admin, monday, { contents })
  const issue = `/newsletter/${await slugOf(db, id)}`

  expect(await hits(db, 'sodium')).toEqual([`${issue}/on-lamps`])
  expect(await hits(db, 'Moon')).toEqual([`${issue}/on-tides`])
  expect(await hits(db, 'tides')).toEqual([`${issue}/on-tides`, issue])
  expect(await hits(db, 'notes')).toEqual([issue])
})

test('the search forgets an article that a new version leaves out, and all of an issue that is unpublished', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  const { id, version } = await makeIssue(db, admin, monday, { contents })
  const other = await makeIssue(db, admin, monday, { contents })
  const { data } = await db
    .selectFrom('entry_version')
    .select('data')
    .where('entry_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const changed = { ...JSON.parse(data), contents: contents.slice(1) }
  const saved = await saveEntry(db, admin, { id, base: version, data: changed }, monday)
  const next = saved.ok ? saved.version : 0
  await moveEntry(db, admin, { id, version: next, move: 'publish' }, monday)
  expect(await hits(db, 'sodium')).toEqual([`/newsletter/${await slugOf(db, other.id)}/on-lamps`])
  expect(await hits(db, 'Moon')).toHaveLength(2)

  expect(await moveEntry(db, admin, { id, version: next, move: 'archive' }, monday)).toEqual({ ok: true })
  expect(await hits(db, 'Moon')).toHaveLength(1)
})

test('articles move with their issue, and lose the mark of a sample with it', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makeIssue(db, admin, monday, { contents })
  const before = await slugOf(db, id)
  await db.updateTable('entry').set({ sample_at: 1 }).where('id', '=', id).execute()
  await db.updateTable('search_entry').set({ sample_at: 1 }).execute()

  expect(await relocateEntry(db, admin, { id, slug: 'spring', adopt: true }, monday)).toMatchObject({
    ok: true,
  })
  expect(await hits(db, 'sodium')).toEqual(['/newsletter/spring/on-lamps'])
  expect(await findRedirect(db, `/newsletter/${before}/on-lamps`)).toBe('/newsletter/spring/on-lamps')
  const samples = await db.selectFrom('search_entry').selectAll().where('sample_at', 'is not', null).execute()
  expect(samples).toEqual([])
})

test('the report of links knows which articles exist', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makeIssue(db, admin, monday, { contents })
  const issue = `/newsletter/${await slugOf(db, id)}`
  const dead = [`${issue}/notes`, `${issue}/on-lights`, '/newsletter/none/on-lamps']
  expect([...(await listDeadPaths(db, [`${issue}/on-lamps`, ...dead]))]).toEqual(dead)
})
