import { expect } from 'vitest'
import { disable, enable } from '#features/staff/accounts/operations.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff, staffConfig } from '#test/makers/staff.ts'
import { countPreviewLinks, findPreviewed, makePreviewLink, previewEntry } from './previews.server.ts'
import { listVersionNames } from './staff-queries.server.ts'

test('a preview link shows nothing while the account of its maker is disabled', async ({ db }) => {
  const editor = await makeStaff(db, monday)
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id } = await makeDraft(db, actorFor(editor), monday, lampData)
  const made = await makePreviewLink(db, actorFor(editor), id, monday)
  const token = made.ok ? made.token : ''
  const found = async () => [await findPreviewed(db, token, monday), await countPreviewLinks(db, id, monday)]
  expect(await found()).toEqual([id, 1])

  await disable(db, staffConfig, admin, editor.id, { reason: 'Left' }, monday)
  expect(await found()).toEqual([undefined, 0])
  await enable(db, staffConfig, admin, editor.id, { reason: 'Back' }, monday)
  expect(await found()).toEqual([id, 1])
})

test('a preview of typed text shows it and saves nothing', async ({ db }) => {
  const editor = actorFor(await makeStaff(db, monday, { name: 'Meera Rao' }))
  const { id } = await makeDraft(db, editor, monday, lampData)
  const renderPage = async (inside: typeof db) => {
    const { title } = await inside
      .selectFrom('entry')
      .innerJoin('entry_version as live', (join) =>
        join.onRef('live.entry_id', '=', 'entry.id').onRef('live.number', '=', 'entry.live_version'),
      )
      .select('live.title')
      .where('entry.id', '=', id)
      .executeTakeFirstOrThrow()
    return new Response(title)
  }

  const silver = { ...lampData, title: 'Silver Lamp' }
  const titleTyped = async () => {
    const typed = await previewEntry(db, id, monday, renderPage, silver)
    return typed.ok && typed.page.text()
  }
  expect(await titleTyped()).toBe('Silver Lamp')
  const saved = await previewEntry(db, id, monday, renderPage)
  expect(saved.ok && (await saved.page.text())).toBe('Golden Lamp')
  const { title: _, ...untitled } = lampData
  expect(await previewEntry(db, id, monday, renderPage, untitled)).toMatchObject({
    ...{ ok: false, reason: 'incomplete' },
    gaps: { title: expect.any(String) as string },
  })
  expect(await listVersionNames(db, id)).toEqual([
    { number: 2, savedAt: monday.getTime(), savedBy: 'Meera Rao' },
    { number: 1, savedAt: monday.getTime(), savedBy: 'Meera Rao' },
  ])

  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const at = new Date(monday.getTime() + 60_000)
  for (const move of ['schedule', 'withdraw', 'publish'] as const) {
    await moveEntry(db, admin, { id, version: 2, move, at }, monday)
    expect(await titleTyped(), move).toBe('Silver Lamp')
  }
})
