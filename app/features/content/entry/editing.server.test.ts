import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tables } from '#db/schema/tables.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { lampData, makeDraft, makeOffice, makePublished } from '#test/makers/content.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { moveEntry } from './moves.server.ts'
import { beginEntry, restoreVersion, saveEntry } from './operations.server.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { findRedirect } from '#features/content/addresses/redirects.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { emptyBin, moveDue } from './schedule.server.ts'

const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)
const live = (db: Parameters<typeof findEntry>[0], slug = 'golden-lamp') => findEntry(db, 'award', slug)
const firstPage = { limit: 10, offset: 0 }

test('visitors do not see a draft until it is published', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, editor, monday)

  expect(await live(db)).toBeUndefined()
  expect((await findInSearch(db, 'lamp', firstPage)).total).toBe(0)
  expect(await moveEntry(db, editor, { id, version, move: 'publish' }, monday)).toEqual({
    ok: false,
    reason: 'for-administrators',
  })
  expect(await moveEntry(db, editor, { id, version, move: 'submit' }, monday)).toEqual({ ok: true })
  expect(await moveEntry(db, admin, { id, version, move: 'publish' }, later(1))).toEqual({ ok: true })
  expect(await live(db)).toMatchObject({ data: lampData, publishedAt: later(1).getTime() })
  expect((await findInSearch(db, 'lamp', firstPage)).total).toBe(1)
})

test('editors publish if the settings let them', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, editor, monday)
  await changeSettings(db, admin, { editorsPublish: true }, monday)

  expect(await moveEntry(db, editor, { id, version, move: 'publish' }, monday)).toEqual({ ok: true })
})

test('an incomplete entry is saved and not published', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, admin, monday, { title: 'Half an award' })

  expect(await moveEntry(db, admin, { id, version, move: 'publish' }, monday)).toEqual({
    ok: false,
    reason: 'incomplete',
  })
  const at = later(5)
  expect(await moveEntry(db, admin, { id, version, move: 'schedule', at }, monday)).toMatchObject({
    reason: 'incomplete',
  })
})

test('something published can be rewritten while visitors keep reading it', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id, version } = await makePublished(db, admin, monday)
  const data = { ...lampData, summary: 'For more light.' }

  const saved = await saveEntry(db, editor, { id, base: version, data }, later(1))

  expect(saved).toMatchObject({ ok: true, version: 3 })
  expect(await live(db)).toMatchObject({ data: { summary: 'For light.' } })
  await moveEntry(db, admin, { id, version: 3, move: 'publish' }, later(2))
  expect(await live(db)).toMatchObject({
    data: { summary: 'For more light.' },
    publishedAt: monday.getTime(),
  })
})

test('changes to something published can be discarded, and stay in the history', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  await saveEntry(db, editor, { id, base: 2, data: { ...lampData, summary: 'Worse.' } }, monday)

  expect(await moveEntry(db, editor, { id, version: 3, move: 'discard' }, monday)).toEqual({ ok: true })
  const entry = await db.selectFrom('entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ state: 'published', head_version: 4, live_version: 4 })
  expect(await restoreVersion(db, editor, { id, base: 4, number: 3 }, monday)).toEqual({
    ok: true,
    version: 5,
  })
})

test('a save based on an older version is refused and changes nothing', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await saveEntry(db, admin, { id, base: 2, data: { ...lampData, summary: 'Hers.' } }, monday)

  const mine = { id, base: 2, data: { ...lampData, summary: 'Mine.' } }
  expect(await saveEntry(db, editor, mine, monday)).toEqual({ ok: false, reason: 'conflict' })
  expect(await moveEntry(db, admin, { id, version: 2, move: 'publish' }, monday)).toEqual({
    ok: false,
    reason: 'conflict',
  })
  const { count } = await db
    .selectFrom('entry_version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(3)
})

test('a save that changes nothing makes no version', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)

  expect(await saveEntry(db, editor, { id, base: 2, data: { ...lampData } }, later(1))).toMatchObject({
    ok: true,
    version: 2,
    isNew: false,
  })
})

test('what does not fit the schema is never written', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  const data = { ...lampData, colour: 'red' } as typeof lampData

  await expect(saveEntry(db, editor, { id, base: 2, data }, monday)).rejects.toThrow('does not fit')
})

test('two entries that start with one title get two addresses', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const begin = (title: string) => beginEntry(db, editor, { kind: 'conference', title }, monday)
  for (const title of ['Optics', 'Optics', 'International', 'प्रकाश']) await begin(title)

  const slugs = await db.selectFrom('entry').select('slug').orderBy('id').execute()
  expect(slugs.map(({ slug }) => slug)).toEqual(['optics', 'optics-2', 'international-2', 'conference'])
})

test('a recipient can start only under an award', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  const recipient = { kind: 'recipient', title: 'Somebody' } as const

  expect(await beginEntry(db, editor, recipient, monday)).toEqual({ ok: false, reason: 'no-parent' })
  expect(await beginEntry(db, editor, { ...recipient, parentId: id }, monday)).toMatchObject({ ok: true })
})

test('a scheduled entry appears when its time has come, once, and ends at its end', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, admin, monday)
  await moveEntry(db, admin, { id, version, move: 'schedule', at: later(10) }, monday)
  await relocateEntry(db, admin, { id, order: { position: 3, until: later(60) } }, monday)

  expect(await moveDue(db, later(9))).toBe(0)
  expect(await live(db)).toBeUndefined()
  expect(await moveDue(db, later(10))).toBe(1)
  expect(await moveDue(db, later(10))).toBe(0)
  expect(await live(db)).toBeDefined()
  expect(await moveDue(db, later(60))).toBe(1)
  expect(await live(db)).toBeUndefined()
  expect(await moveDue(db, later(61))).toBe(0)
})

test('an editor cannot change what is about to be published automatically', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, editor, monday)
  await moveEntry(db, admin, { id, version, move: 'schedule', at: later(10) }, monday)
  const save = { id, base: version, data: { ...lampData, summary: 'Unseen.' } }

  expect(await saveEntry(db, editor, save, monday)).toEqual({ ok: false, reason: 'not-open' })
  expect(await moveEntry(db, editor, { id, version, move: 'withdraw' }, monday)).toEqual({ ok: true })
  expect(await saveEntry(db, editor, save, monday)).toMatchObject({ ok: true })
  expect(await moveDue(db, later(10))).toBe(0)
})

test('a schedule needs a time in the future', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id, version } = await makeDraft(db, admin, monday)

  for (const at of [undefined, monday, later(-1)])
    expect(await moveEntry(db, admin, { id, version, move: 'schedule', at }, monday)).toMatchObject({
      reason: 'no-time',
    })
})

test('a deleted entry is off the site, can be restored for thirty days, and is then removed', async ({
  db,
}) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id, version } = await makePublished(db, admin, monday)
  const days = (number: number) => later(number * 24 * 60)

  expect(await moveEntry(db, editor, { id, version, move: 'bin' }, monday)).toMatchObject({ ok: false })
  await moveEntry(db, admin, { id, version, move: 'bin' }, monday)
  expect(await live(db)).toBeUndefined()
  expect((await findInSearch(db, 'lamp', firstPage)).total).toBe(0)
  expect(await emptyBin(db, days(30))).toBe(0)
  await moveEntry(db, editor, { id, version, move: 'restore' }, days(30))
  await moveEntry(db, editor, { id, version, move: 'bin' }, days(30))
  expect(await emptyBin(db, days(61))).toBe(1)
  expect(await db.selectFrom('entry_version').selectAll().execute()).toEqual([])
})

test('a changed address leaves a redirect, also after several changes and back again', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  const change = (slug: string) => relocateEntry(db, admin, { id, slug }, monday)

  expect(await relocateEntry(db, editor, { id, slug: 'lamp' }, monday)).toMatchObject({ ok: false })
  await change('lamp')
  expect(await change('bright-lamp')).toMatchObject({
    ok: true,
    before: { slug: 'lamp', position: 0, until: null },
  })
  expect(await findRedirect(db, '/awards/golden-lamp')).toBe('/awards/bright-lamp')
  expect(await findRedirect(db, '/awards/lamp')).toBe('/awards/bright-lamp')
  expect((await findInSearch(db, 'lamp', firstPage)).hits).toMatchObject([{ href: '/awards/bright-lamp' }])
  await change('golden-lamp')
  expect(await findRedirect(db, '/awards/golden-lamp')).toBeUndefined()
  expect(await findRedirect(db, '/awards/lamp')).toBe('/awards/golden-lamp')
})

test.each(['', 'Lamp', 'a--b', 'a/b', '-a', 'ä', 'x'.repeat(81)])('“%s” is not an address', async (slug) => {
  const { isSlug } = await import('#features/content/addresses/slugs.ts')
  expect(isSlug(slug)).toBe(false)
})

test('an address that is taken or that the specification fixes is refused', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  const other = await makePublished(db, admin, monday, { ...lampData, title: 'Silver Lamp' })
  const change = (slug: string, of = id) => relocateEntry(db, admin, { id: of, slug }, monday)

  expect(await change('silver-lamp')).toEqual({ ok: false, reason: 'taken' })
  expect(await change('young-scientist-award')).toEqual({ ok: false, reason: 'taken' })
  expect(await change('No Address')).toEqual({ ok: false, reason: 'not-a-slug' })
  await db.updateTable('entry').set({ slug: 'young-scientist-award' }).where('id', '=', other.id).execute()
  expect(await change('silver', other.id)).toEqual({ ok: false, reason: 'fixed-address' })
  expect(await moveEntry(db, admin, { id: other.id, version: other.version, move: 'bin' }, monday)).toEqual({
    ok: false,
    reason: 'fixed-address',
  })
})

test('a sample that staff adopt is no longer a sample', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  await db.updateTable('entry').set({ sample_at: 1 }).where('id', '=', id).execute()

  expect(await relocateEntry(db, editor, { id, adopt: true }, monday)).toMatchObject({ ok: false })
  expect(await relocateEntry(db, admin, { id, adopt: true }, monday)).toMatchObject({ ok: true })
  expect(await live(db)).toMatchObject({ sample: false })
})

test('when one part of the form is refused, no part of it is saved', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  const before = await locationOf(db, id)
  const location = { id, slug: 'lamp', order: { position: 3, until: later(-1) }, adopt: true }

  expect(await relocateEntry(db, admin, location, monday)).toEqual({ ok: false, reason: 'in-the-past' })
  expect(await locationOf(db, id)).toEqual(before)
  expect(await findRedirect(db, '/awards/golden-lamp')).toBeUndefined()
})

test.for(['entry.address-changed', 'entry.placed', 'entry.adopted'])(
  'when saving fails at “%s”, nothing is half saved',
  async (action, { db }) => {
    const { admin } = await makeOffice(db, monday)
    const { id } = await makePublished(db, admin, monday)
    await db.updateTable('entry').set({ sample_at: 1 }).where('id', '=', id).execute()
    const before = await locationOf(db, id)
    const location = { id, slug: 'lamp', order: { position: 3, until: later(60) }, adopt: true }

    await expect(relocateEntry(failingAt(db, action), admin, location, monday)).rejects.toThrow(
      'The disk is full.',
    )
    expect(await locationOf(db, id)).toEqual(before)
    expect(await findRedirect(db, '/awards/golden-lamp')).toBeUndefined()
    expect((await findInSearch(db, 'lamp', firstPage)).hits).toMatchObject([{ href: '/awards/golden-lamp' }])
    expect(await relocateEntry(db, admin, location, monday)).toMatchObject({ ok: true })
  },
)

/** Where an entry is found, and what the audit trail says about it. */
async function locationOf(db: Db, id: string) {
  const entry = await db
    .selectFrom('entry')
    .select(['slug', 'position', 'unpublish_at', 'sample_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const trail = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  return { ...entry, trail }
}

/** The same database, until an action is to be recorded. */
function failingAt(db: Kysely<Tables>, action: string): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'InsertQueryNode' && JSON.stringify(node).includes(`"${action}"`))
        throw new Error('The disk is full.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('each action makes one audit entry, in words', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await saveEntry(db, editor, { id, base: 2, data: { ...lampData, summary: 'For more.' } }, monday)
  await moveEntry(db, admin, { id, version: 3, move: 'publish' }, monday)

  const trail = await db
    .selectFrom('audit_entry')
    .innerJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['action', 'body'])
    .where('subject', '=', `entry:${id}`)
    .orderBy('audit_entry.seq')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'entry.begun',
    'entry.saved',
    'entry.saved',
    'entry.published',
  ])
  expect(JSON.parse(trail[2]!.body)).toMatchObject({ changes: { Summary: ['For light.', 'For more.'] } })
})

sharedTest('of many processes that find something due, one publishes it', async ({ db, address }) => {
  const { openDatabase } = await import('#db/engine/engine.server.ts')
  const others = [openDatabase(address), openDatabase(address)]
  const { admin } = await makeOffice(db, monday)
  for (let number = 0; number < 20; number++) {
    const { id, version } = await makeDraft(db, admin, monday, { ...lampData, title: `Lamp ${number}` })
    await moveEntry(db, admin, { id, version, move: 'schedule', at: later(1) }, monday)
  }

  const moved = await Promise.all([db, ...others].map((each) => moveDue(each, later(1))))

  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(20)
  const { count } = await db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'entry.published')
    .executeTakeFirstOrThrow()
  expect(count).toBe(20)
  for (const other of others) await other.destroy()
})
