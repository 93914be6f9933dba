import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { relocateEntry } from '#features/content/addresses/entry-location.server.ts'
import { findEntry } from '#features/content/reading/queries.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice, makePublished } from '#test/makers/content.ts'
import type { Draft } from './drafts.ts'
import { moveEntry } from './moves.server.ts'
import { beginEntry, restoreVersion, saveEntry } from './operations.server.ts'
import { moveDue } from './schedule.server.ts'

/** Calls that take nominations on this site, in an office whose editors publish everything else. */

const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)
const offline = {
  ...{ title: 'Golden Lamp 2027', subject: 'award', award: 'golden-lamp', howToApply: 'Write to us.' },
  ...{ eligibility: 'Anyone who works on light.', nominators: 'Anyone else.' },
  ...{ opensAt: monday.getTime(), closesAt: monday.getTime() + 90 * 86_400_000 },
} satisfies Draft<'call'>
const online = { ...offline, form: { online: true } } satisfies Draft<'call'>

async function makeCall(db: Db, data: Draft<'call'>) {
  const office = await makeOffice(db, monday)
  await changeSettings(db, office.admin, { editorsPublish: true }, monday)
  await makePublished(db, office.admin, monday)
  const started = await beginEntry(db, office.editor, { kind: 'call', title: offline.title }, monday)
  if (!started.ok) throw new Error(started.reason)
  const { id } = started
  const save = (actor: Actor, base: number, data: Draft<'call'>) =>
    saveEntry(db, actor, { id, base, data }, monday)
  const move = (actor: Actor, version: number, move: 'publish' | 'schedule' | 'archive') =>
    moveEntry(db, actor, { id, version, move, at: later(60) }, monday)
  expect(await save(office.editor, 1, data)).toMatchObject({ ok: true, version: 2 })
  return { ...office, id, save, move, live: () => findEntry(db, 'call', 'golden-lamp-2027') }
}

test('an editor does not open a scheduled call, by saving or by restoring', async ({ db }) => {
  const { editor, admin, id, save, move, live } = await makeCall(db, online)
  await save(editor, 2, offline)
  expect(await move(editor, 3, 'schedule')).toEqual({ ok: true })

  expect(await save(editor, 3, online)).toEqual({ ok: false, reason: 'not-open' })
  expect(await restoreVersion(db, editor, { id, base: 3, number: 2 }, monday)).toEqual({
    ok: false,
    reason: 'not-open',
  })
  expect(await save(editor, 3, { ...offline, eligibility: 'Everyone.' })).toMatchObject({ ok: true })
  expect(await save(admin, 4, online)).toMatchObject({ ok: true, version: 5 })
  expect(await moveDue(db, later(61))).toBe(1)
  expect(await live()).toMatchObject({ data: online })
})

test('an editor neither closes an open call nor sets its end', async ({ db }) => {
  const { editor, admin, id, save, move, live } = await makeCall(db, online)
  expect(await move(admin, 2, 'publish')).toEqual({ ok: true })
  const order = { position: 0, until: later(60) }

  expect(await relocateEntry(db, editor, { id, order }, monday)).toEqual({
    ok: false,
    reason: 'for-administrators',
  })
  expect(await save(editor, 2, offline)).toMatchObject({ ok: true, version: 3 })
  for (const step of ['publish', 'schedule', 'archive'] as const)
    expect(await move(editor, 3, step), step).toEqual({ ok: false, reason: 'for-administrators' })
  expect(await relocateEntry(db, editor, { id, order }, monday)).toMatchObject({ ok: false })
  expect(await live()).toMatchObject({ data: online })
  expect(await relocateEntry(db, admin, { id, order }, monday)).toMatchObject({ ok: true })
})

test('a call that waits for its time is checked again when that comes', async ({ db }) => {
  const { admin, id, save, move, live } = await makeCall(db, online)
  await move(admin, 2, 'schedule')
  await save(admin, 2, { ...online, stages: { panel: true } })

  expect(await moveDue(db, later(61))).toBe(1)
  expect(await live()).toBeUndefined()
  expect(await db.selectFrom('entry').select('state').where('id', '=', id).executeTakeFirst()).toEqual({
    state: 'in_review',
  })
})

test('a call that an administrator scheduled and an editor opened waits for an administrator', async ({
  db,
}) => {
  const { admin, editor, id, move, live } = await makeCall(db, online)
  await move(admin, 2, 'schedule')
  const updated_by = editor.kind === 'staff' ? editor.id : null
  await db.updateTable('entry').set({ updated_by }).where('id', '=', id).execute()

  expect(await moveDue(db, later(61))).toBe(1)
  expect(await live()).toBeUndefined()
  const held = db.selectFrom('audit_entry').select('subject').where('action', '=', 'entry.held-back')
  expect(await held.execute()).toEqual([{ subject: `entry:${id}` }])
})
