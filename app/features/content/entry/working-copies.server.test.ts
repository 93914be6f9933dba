import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { lampData, makeDraft, makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import type { Draft } from './drafts.ts'
import { restoreVersion, saveEntry } from './operations.server.ts'
import { findSnapshot, listSnapshots } from './snapshots.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import {
  clearWorkingCopies,
  findCurrentCopy,
  restoreSnapshot,
  revertWorkingCopy,
  storeWorkingCopy,
} from './working-copies.server.ts'

const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)
const lamp = (changes: Draft<'award'>) => ({ data: { ...lampData, ...changes }, raw: {} })
const long = 'Forty words that somebody typed in the first of two tabs.'

function store(
  db: Db,
  actor: Actor,
  id: string,
  {
    typed = lamp({}),
    now = monday,
    ...write
  }: { seen: string; revision: string; page?: string; typed?: object; now?: Date; conflicts?: string[] },
) {
  const { seen, revision, page = 'one', conflicts } = write
  const data = typed as ReturnType<typeof lamp>
  return storeWorkingCopy(
    db,
    actor,
    { id, base: 2, seen: seen.split(' '), revision, page, typed: data, conflicts },
    now,
  )
}

async function current(db: Db, actor: Actor, id: string) {
  return findCurrentCopy(db, actor, (await findForStaff(db, id))!)
}

async function snapshotTexts(db: Db, id: string) {
  const lines = await listSnapshots(db, id)
  const found = await Promise.all(lines.map((line) => findSnapshot(db, id, line.id)))
  return found.map((each) => (each!.typed.data as Draft<'award'>).summary)
}

test('a tab that has not seen what another stored cannot overwrite it', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })

  const second = { seen: 'none', revision: 'b', page: 'two', typed: lamp({ prize: 'Gold' }) }
  expect(await store(db, editor, id, second)).toEqual({ ok: false, reason: 'moved' })
  expect(await current(db, editor, id)).toMatchObject({ revision: 'a', values: { summary: long } })
})

test('what one tab replaces of another stays as a snapshot and is offered if they contradict', async ({
  db,
}) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })
  const second = { seen: 'a', revision: 'b', page: 'two', typed: lamp({ summary: 'Mine.' }) }
  await store(db, editor, id, { ...second, conflicts: ['summary'] })

  expect(await snapshotTexts(db, id)).toEqual([long])
  expect(await current(db, editor, id)).toMatchObject({
    values: { summary: 'Mine.' },
    offer: { fields: ['summary'], values: { summary: long } },
  })
})

test('a write whose answer was lost does not block the next', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a' })

  expect(await store(db, editor, id, { seen: 'none', revision: 'a' })).toEqual({ ok: true })
  expect(await store(db, editor, id, { seen: 'none a', revision: 'b' })).toEqual({ ok: true })
})

test('there is a snapshot every five minutes and before many words are deleted, and not with every correction', async ({
  db,
}) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  const texts: [number, string][] = [
    [0, 'For lihgt'],
    [1, 'For light'],
    [2, `For light. ${long}`],
    [3, 'For light.'],
    [4, 'For light and air.'],
    [9, 'For light and air, and water.'],
  ]
  let seen = 'none'
  for (const [minute, summary] of texts) {
    const revision = `at-${minute}`
    await store(db, editor, id, { seen, revision, typed: lamp({ summary }), now: later(minute) })
    seen = revision
  }

  expect(await snapshotTexts(db, id)).toEqual(['For light and air.', `For light. ${long}`])
})

test('the last fifty snapshots of each person stay, and those still offered', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  let seen = 'none'
  for (let number = 0; number < 60; number++) {
    const revision = `r-${number}`
    const conflicts = number === 1 ? ['summary'] : []
    const typed = lamp({ summary: `Text ${number}` })
    await store(db, editor, id, { seen, revision, page: revision, typed, conflicts, now: later(number) })
    seen = revision
  }

  const texts = await snapshotTexts(db, id)
  expect(texts).toHaveLength(51)
  expect(texts.at(0)).toBe('Text 58')
  expect(texts.at(-2)).toBe('Text 9')
  expect(texts.at(-1)).toBe('Text 0')
})

test('what others saved since is merged into what someone typed, unless both changed it', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: 'Mine.' }) })
  await saveEntry(db, admin, { id, base: 2, data: { ...lampData, prize: 'Gold' } }, monday)

  expect(await current(db, editor, id)).toMatchObject({
    ...{ base: 3, conflicts: [] },
    values: { summary: 'Mine.', prize: 'Gold' },
  })
  const hers = { ...lampData, prize: 'Gold', summary: 'Hers.' }
  await saveEntry(db, admin, { id, base: 3, data: hers }, monday)
  expect(await current(db, editor, id)).toMatchObject({
    ...{ base: 2, conflicts: ['summary'] },
    values: { summary: 'Mine.', prize: 'Gold' },
  })
})

test('a save merges what others saved; if both changed the same, both stay', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await saveEntry(db, admin, { id, base: 2, data: { ...lampData, prize: 'Gold' } }, monday)

  const copy = { seen: ['none'], revision: 'a', page: 'one' }
  const mine = { ...lampData, summary: 'Mine.' }
  const saved = await saveEntry(db, editor, { id, base: 2, data: mine, copy }, monday)
  expect(saved).toMatchObject({ ok: true, version: 4, taken: ['prize'], data: { ...mine, prize: 'Gold' } })
  const other = await saveEntry(
    db,
    admin,
    { id, base: 3, data: { ...lampData, summary: 'Hers.' }, copy },
    monday,
  )
  expect(other).toEqual({ ok: false, reason: 'conflict' })
  expect(await current(db, admin, id)).toMatchObject({ revision: 'a', values: { summary: 'Hers.' } })
})

test('a save does not touch what another tab of the same person has typed', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })
  const copy = { seen: ['none'], revision: 'b', page: 'two' }
  await saveEntry(db, editor, { id, base: 2, data: { ...lampData, prize: 'Gold' }, copy }, monday)

  expect(await current(db, editor, id)).toMatchObject({ values: { summary: long, prize: 'Gold' } })
})

test('what is reverted or replaced by an older version stays as a snapshot, and can be restored', async ({
  db,
}) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })
  const typed = lamp({ summary: `${long} And more.` })

  expect(await revertWorkingCopy(db, editor, { id, base: 2, seen: ['b'], typed }, later(1))).toMatchObject({
    reason: 'moved',
  })
  await revertWorkingCopy(db, editor, { id, base: 2, seen: ['a'], typed }, later(1))
  expect(await current(db, editor, id)).toMatchObject({ revision: 'none', values: lampData })
  expect(await snapshotTexts(db, id)).toEqual([`${long} And more.`])

  const [snapshot] = await listSnapshots(db, id)
  expect(snapshot).toMatchObject({ by: 'Meera Rao', typedAt: later(1).getTime() })
  expect(await restoreSnapshot(db, admin, { id, snapshot: snapshot!.id }, later(2))).toEqual({ ok: true })
  expect(await current(db, admin, id)).toMatchObject({ values: { summary: `${long} And more.` } })
  await restoreVersion(db, admin, { id, base: 2, number: 1 }, later(3))
  expect(await current(db, admin, id)).toMatchObject({ revision: 'none', base: 3 })
  expect(await snapshotTexts(db, id)).toEqual([`${long} And more.`, `${long} And more.`])
})

test('working copies untouched for three months are removed, with their snapshots', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, editor, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })
  await store(db, editor, id, { seen: 'a', revision: 'b', page: 'two', now: later(1) })
  const days = (number: number) => later(number * 24 * 60)

  await clearWorkingCopies(db, days(89))
  expect(await snapshotTexts(db, id)).toEqual([long])
  await clearWorkingCopies(db, days(91))
  expect(await snapshotTexts(db, id)).toEqual([])
  expect(await current(db, editor, id)).toMatchObject({ revision: 'none' })
})

test('working copies and snapshots are removed with the account', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makeDraft(db, admin, monday)
  await store(db, editor, id, { seen: 'none', revision: 'a', typed: lamp({ summary: long }) })
  await store(db, editor, id, { seen: 'a', revision: 'b', page: 'two' })

  if (editor.kind === 'staff') await db.deleteFrom('staff_user').where('id', '=', editor.id).execute()
  expect(await db.selectFrom('working_copy').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('working_copy_snapshot').selectAll().execute()).toEqual([])
})
