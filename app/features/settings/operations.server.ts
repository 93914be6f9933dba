import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { toJson } from '#db/engine/json.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import { pictureSettings } from './declared.ts'
import { onPage, type SettingPage } from './pages.ts'
import { readSettings } from './queries.server.ts'
import { sampleAddresses, settingsSchema, type Settings } from './settings.ts'

type Saved =
  /** With the settings as before, and the hash of the page now. */
  | { ok: true; before: Settings; shownHash: string }
  | { ok: false; reason: 'conflict'; current: Settings }
  | { ok: false; reason: 'no-such-picture'; setting: keyof Settings }

/** Saves one page of the settings, unless its settings have changed since they were shown, by their hash. */
export function saveSettings(
  db: Db,
  actor: Actor,
  { page, shownHash, settings }: { page: SettingPage; shownHash: string; settings: Partial<Settings> },
  now: Date,
): Promise<Saved> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'settings')
    const current = await readSettings(db)
    if (shownHashOfPage(page, current) !== shownHash) return { ok: false, reason: 'conflict', current }
    const changed = pictureSettings.filter((name) => settings[name] && settings[name] !== current[name])
    for (const setting of changed)
      if (!(await lockPicture(db, String(settings[setting]))))
        return { ok: false, reason: 'no-such-picture', setting }
    await changeSettings(db, actor, settings, now)
    return { ok: true, before: current, shownHash: shownHashOfPage(page, await readSettings(db)) }
  })
}

/** Whoever deletes a file holds the same lock while they look where it is used. */
async function lockPicture(db: Db, id: string): Promise<boolean> {
  const picture = await db
    .selectFrom('file')
    .select('id')
    .where('id', '=', id)
    .where('width', 'is not', null)
    .where('removed_at', 'is', null)
    .$call(lockRows(db))
    .executeTakeFirst()
  return picture !== undefined
}

/** Changes whenever a setting of this page does. */
export function shownHashOfPage(page: SettingPage, settings: Settings): string {
  return shownHashOf(onPage(page, settings))
}

export function changeSettings(db: Db, actor: Actor, changes: Partial<Settings>, now: Date): Promise<void> {
  const checked = settingsSchema.partial().parse(changes)
  return inTransaction(db, async (db) => {
    await lockWork(db, 'settings')
    const before = await readSettings(db)
    await storeSettings(db, checked, now)
    const changed = differenceOf(before, { ...before, ...checked })
    await record(db, actor, 'settings.changed', 'settings', { changes: changed }, now)
    await raiseContentVersion(db, now)
  })
}

/** Removes the sample addresses, unless someone has replaced them. Returns how many. */
export async function clearSampleAddresses(db: Db, now: Date): Promise<number> {
  await lockWork(db, 'settings')
  const settings = await readSettings(db)
  const untouched = Object.entries(sampleAddresses).filter(
    ([name, sample]) => settings[name as keyof Settings] === sample,
  )
  await storeSettings(db, Object.fromEntries(untouched.map(([name]) => [name, ''])), now)
  return untouched.length
}

async function storeSettings(db: Db, settings: Record<string, unknown>, now: Date) {
  for (const [name, value] of Object.entries(settings)) {
    const stored = { value: toJson(value), updated_at: now.getTime() }
    await db
      .insertInto('setting')
      .values({ name, ...stored })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
      .execute()
  }
}
