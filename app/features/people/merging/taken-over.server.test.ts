import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { emptyPeopleBin } from '#features/people/editing.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { findPicture, removeOwnPicture } from '#features/people/pictures.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { monday } from '#test/harness/db.ts'
import { add, later, test } from '#test/makers/library.ts'
import { merged } from './before.ts'
import { mergePeople, undoMerge } from './operations.server.ts'

const asha: NewPerson = {
  memberNo: 'RM-1',
  givenName: 'Asha',
  familyName: 'Rao',
  category: 'regular',
  since: 2015,
  discipline: 'Physics',
  institution: 'Indian Institute of Science, Bengaluru',
  country: 'India',
  listed: true,
}
const none = { from: null, to: null }
const year = { from: '2026-04-01', to: '2027-03-31' }

interface Days {
  from: string | null
  to: string | null
}

async function enrolTwice(db: Db, [main, other]: [Days, Days], category: NewPerson['category'] = 'regular') {
  const [mainId = '', duplicateId = ''] = await enrolPeople(
    db,
    [
      { ...asha, category },
      { ...asha, memberNo: 'RM-2' },
    ],
    monday,
  )
  await setDays(db, mainId, main)
  await setDays(db, duplicateId, other)
  return { mainId, duplicateId }
}

async function setDays(db: Db, id: string, { from, to }: Days) {
  await db.updateTable('person').set({ valid_from: from, valid_to: to }).where('id', '=', id).execute()
}

async function pictured(db: Db, files: FileStore, actor: StaffActor, id: string) {
  const picture_id = await add(db, files, actor, 60, 40)
  await db.updateTable('person').set({ picture_id }).where('id', '=', id).execute()
  return picture_id
}

async function merge(db: Db, actor: StaffActor, ids: { mainId: string; duplicateId: string }) {
  const done = await mergePeople(db, actor, { ...ids, mayChangeContacts: false }, monday)
  if (!done.ok) throw new Error(done.reason)
  return done.merge
}

const undo = (db: Db, actor: StaffActor, mergeId: string) =>
  undoMerge(db, actor, { mergeId, mayChangeContacts: false }, monday)

async function apart(db: Db) {
  const rows = await db
    .selectFrom('person')
    .select(['picture_id', 'valid_from', 'valid_to'])
    .orderBy('id')
    .execute()
  return rows
}

test('the photograph stays when the other entry is permanently deleted', async ({ db, files, actor }) => {
  const { mainId, duplicateId } = await enrolTwice(db, [none, none])
  const photograph = await pictured(db, files, actor, duplicateId)
  await merge(db, actor, { mainId, duplicateId })

  expect(await emptyPeopleBin(db, later(31))).toBe(1)
  expect(await findPicture(db, mainId)).toMatchObject({ id: photograph })
})

test('the main entry keeps its own photograph', async ({ db, files, actor }) => {
  const { mainId, duplicateId } = await enrolTwice(db, [none, none])
  const [own, other] = [
    await pictured(db, files, actor, mainId),
    await pictured(db, files, actor, duplicateId),
  ]
  await merge(db, actor, { mainId, duplicateId })

  expect(await findPicture(db, mainId)).toMatchObject({ id: own })
  expect(await findPicture(db, duplicateId)).toMatchObject({ id: other })
})

test.for([
  ['both days', 'regular', none, year, year],
  ['no end, for life', 'life', none, year, { ...year, to: null }],
  ['only the start', 'regular', { from: null, to: '2027-03-31' }, year, year],
  [
    'no start after its own end',
    'regular',
    { from: null, to: '2020-03-31' },
    year,
    { from: null, to: '2020-03-31' },
  ],
  [
    'nothing, because a start without an end is for life',
    'regular',
    { from: '1990-01-01', to: null },
    year,
    { from: '1990-01-01', to: null },
  ],
  [
    'nothing, because it has both',
    'regular',
    { from: '2025-04-01', to: '2026-03-31' },
    year,
    { from: '2025-04-01', to: '2026-03-31' },
  ],
] as const)(
  'of the days of the membership the main entry takes %s',
  async ([, category, main, other, after], { db, actor }) => {
    const { mainId, duplicateId } = await enrolTwice(db, [main, other], category)
    const before = await apart(db)
    const mergeId = await merge(db, actor, { mainId, duplicateId })

    const days = db.selectFrom('person').select(['valid_from as from', 'valid_to as to'])
    expect(await days.where('id', '=', mainId).executeTakeFirst()).toEqual(after)
    expect(await undo(db, actor, mergeId)).toEqual({ ok: true })
    expect(await apart(db)).toEqual(before)
  },
)

test('undoing a merge gives the photograph back', async ({ db, files, actor }) => {
  const { mainId, duplicateId } = await enrolTwice(db, [none, none])
  await pictured(db, files, actor, duplicateId)
  const before = await apart(db)
  const mergeId = await merge(db, actor, { mainId, duplicateId })

  expect(await undo(db, actor, mergeId)).toEqual({ ok: true })
  expect(await apart(db)).toEqual(before)
})

test('undoing a merge is refused once the photograph or the membership changed', async ({
  db,
  files,
  actor,
}) => {
  const { mainId, duplicateId } = await enrolTwice(db, [none, year])
  await pictured(db, files, actor, duplicateId)
  const mergeId = await merge(db, actor, { mainId, duplicateId })
  const changedSince = { ok: false, reason: 'changed-since' }

  await setDays(db, mainId, { from: '2026-04-01', to: '2028-03-31' })
  expect(await undo(db, actor, mergeId)).toEqual(changedSince)
  await setDays(db, mainId, year)
  await removeOwnPicture(db, { kind: 'person', id: mainId, address: '127.0.0.1' }, monday)
  expect(await undo(db, actor, mergeId)).toEqual(changedSince)
})

test('of two fellows the one with the number and the year of election gives them', () => {
  const fellow = { ...asha, grade: 'fellow', fellowNo: 'F-7', electedYear: 2001 } as const
  const said = { ...fellow, fellowNo: null, electedYear: null }
  const associate = { ...said, grade: 'associate-fellow' } as const

  expect(merged(said, fellow)).toMatchObject({ fellowNo: 'F-7', electedYear: 2001 })
  expect(merged(associate, fellow)).toMatchObject({ fellowNo: null, electedYear: null })
})
