import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice, makePublished } from '#test/makers/content.ts'
import { relocateEntry } from './entry-location.server.ts'

test('Undo of an address or order is refused once someone else has changed it', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  const relocate = async (change: object) => {
    const outcome = await relocateEntry(db, admin, { id, ...change }, monday)
    if (!outcome.ok) throw new Error(outcome.reason)
    const { before, shownHash } = outcome
    const order = { position: before.position, until: undefined }
    return () => relocateEntry(db, admin, { id, slug: before.slug, order, shownHash }, monday)
  }
  const undoMine = await relocate({ slug: 'lamp' })
  const undoTheirs = await relocate({ order: { position: 7, until: undefined } })

  expect(await undoMine()).toEqual({ ok: false, reason: 'conflict' })
  expect(await undoTheirs()).toMatchObject({ ok: true, before: { slug: 'lamp', position: 7 } })
  expect(await undoMine()).toMatchObject({ ok: true, before: { slug: 'lamp', position: 0 } })
})
