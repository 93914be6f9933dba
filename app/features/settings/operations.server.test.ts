import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { openDatabase } from '#db/engine/engine.server.ts'
import { listActions } from '#test/makers/staff.ts'
import { changeSettings, shownHashOfPage, saveSettings } from './operations.server.ts'
import type { Settings } from './settings.ts'
import { readSettings } from './queries.server.ts'

/** The page about the Academy with another seat, sent by someone who saw these settings. */
function moved(seen: Settings, city: string) {
  return { page: 'academy' as const, shownHash: shownHashOfPage('academy', seen), settings: { city } }
}

test('a page is saved although someone has saved another one', async ({ db }) => {
  const seen = await readSettings(db)
  await changeSettings(db, system, { retentionMonths: 12 }, monday)

  expect(await saveSettings(db, system, moved(seen, 'Pune'), monday)).toMatchObject({ ok: true })
  expect(await readSettings(db)).toEqual({ ...seen, city: 'Pune', retentionMonths: 12 })
})

test('someone who saw older settings saves nothing and gets the current ones', async ({ db }) => {
  const seen = await readSettings(db)
  await changeSettings(db, system, { phone: '+91 1' }, monday)

  const outcome = await saveSettings(db, system, moved(seen, 'Pune'), monday)

  const current = { ...seen, phone: '+91 1' }
  expect(outcome).toEqual({ ok: false, reason: 'conflict', current })
  expect(await readSettings(db)).toEqual(current)
  expect(await listActions(db)).toEqual(['settings.changed'])
  const mine = { ...current, city: 'Pune' }
  expect(await saveSettings(db, system, moved(current, 'Pune'), monday)).toMatchObject({ ok: true })
  expect(await readSettings(db)).toEqual(mine)
})

test('Undo of a save is refused once a colleague has changed that page', async ({ db }) => {
  const seen = await readSettings(db)
  const saved = await saveSettings(db, system, moved(seen, 'Pune'), monday)
  if (!saved.ok) throw new Error(saved.reason)
  const { before, shownHash } = saved
  expect(before).toEqual(seen)
  const undo = () =>
    saveSettings(db, system, { page: 'academy', shownHash, settings: { city: before.city } }, monday)
  await changeSettings(db, system, { retentionMonths: 12 }, monday)
  await changeSettings(db, system, { phone: '+91 1' }, monday)

  expect(await undo()).toMatchObject({ ok: false, reason: 'conflict' })
  await changeSettings(db, system, { phone: seen.phone }, monday)
  expect(await undo()).toMatchObject({ ok: true, before: { city: 'Pune' } })
  expect(await readSettings(db)).toEqual({ ...seen, retentionMonths: 12 })
})

sharedTest('of ten parallel saves from the same page one succeeds', async ({ db, address }) => {
  const seen = await readSettings(db)
  const others = Array.from({ length: 10 }, () => openDatabase(address))
  const outcomes = await Promise.all(
    others.map((db, index) => saveSettings(db, system, moved(seen, `City ${index}`), monday)),
  )
  await Promise.all(others.map((db) => db.destroy()))

  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await readSettings(db)).city).toBe(`City ${outcomes.findIndex(({ ok }) => ok)}`)
  expect(await listActions(db)).toEqual(['settings.changed'])
})
