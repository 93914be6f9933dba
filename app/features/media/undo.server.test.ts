import { expect } from 'vitest'
import { monday } from '#test/harness/db.ts'
import { add, plain, store, test } from '#test/makers/library.ts'
import { findLibraryFile } from './library.server.ts'
import { describeFile } from './operations.server.ts'
import { putEarlierBack, replaceFile } from './replace-operations.server.ts'

test('Undo of a replacement is refused once someone else has replaced the file', async ({
  db,
  files,
  actor,
}) => {
  const colleague = { ...actor, id: 'colleague' }
  const id = await add(db, files, actor, 60, 40)
  const mine = await replaceFile(db, files, actor, id, await store(files, 50, 50), monday)
  if (!mine.ok) throw new Error(mine.reason)
  const theirs = await replaceFile(db, files, colleague, id, await store(files, 80, 70), monday)
  if (!theirs.ok) throw new Error(theirs.reason)

  const refused = { ok: false, reason: 'conflict' }
  expect(await putEarlierBack(db, files, actor, id, mine, monday)).toEqual(refused)
  expect(await findLibraryFile(db, id)).toMatchObject({ width: 80 })
  const back = await putEarlierBack(db, files, colleague, id, theirs, monday)
  if (!back.ok) throw new Error(back.reason)
  expect(await findLibraryFile(db, id)).toMatchObject({ width: 50 })

  await describeFile(db, actor, id, { ...plain, focusX: 10 }, monday)
  expect(await putEarlierBack(db, files, colleague, id, back, monday)).toEqual(refused)
})

test('Undo of a description is refused once someone else has described the file', async ({
  db,
  files,
  actor,
}) => {
  const id = await add(db, files, actor, 60, 40)
  const mine = await describeFile(db, actor, id, { ...plain, alt: 'My wall' }, monday)
  if (!mine.ok) throw new Error(mine.reason)
  const theirs = await describeFile(db, actor, id, { ...plain, alt: 'Their wall' }, monday)
  if (!theirs.ok) throw new Error(theirs.reason)

  const { before, shownHash } = mine
  expect(await describeFile(db, actor, id, { ...before, shownHash }, monday)).toEqual({
    ok: false,
    reason: 'conflict',
  })
  expect(await findLibraryFile(db, id)).toMatchObject({ alt: 'Their wall' })
  const back = { ...theirs.before, shownHash: theirs.shownHash }
  expect(await describeFile(db, actor, id, back, monday)).toMatchObject({ ok: true })
})
