import { expect } from 'vitest'
import { disable, enable } from '#features/staff/accounts/operations.server.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff, staffConfig } from '#test/makers/staff.ts'
import { countPreviewLinks, findPreviewed, makePreviewLink } from './previews.server.ts'

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
