import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeDraft } from '#test/makers/content.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { assignReviewer, moveReviewed } from './operations.server.ts'

const origin = 'https://iaps.example'

async function makeAdministrator(db: Db) {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  if (actor.kind !== 'staff') throw new Error('not staff')
  return actor
}

test('Undo of a review is refused once someone else has assigned it', async ({ db }) => {
  const [author, me, colleague] = [
    await makeAdministrator(db),
    await makeAdministrator(db),
    await makeAdministrator(db),
  ]
  const draft = await makeDraft(db, author, monday)
  const { id } = draft
  await moveReviewed(db, author, { ...draft, move: 'submit' }, origin, monday)
  const assign = (to: string | null, shownHash?: string) =>
    assignReviewer(db, me, { id, reviewer: to ?? undefined, shownHash }, origin, monday)
  const mine = await assign(me.id)
  const theirs = await assign(colleague.id)
  if (!mine.ok || !theirs.ok) throw new Error('The review was not assigned.')

  expect(await assign(mine.before, mine.shownHash)).toEqual({ ok: false, reason: 'conflict' })
  expect(await assign(theirs.before, theirs.shownHash)).toMatchObject({ ok: true, before: colleague.id })
})
