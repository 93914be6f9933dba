import { raiseContentVersion } from '#db/content-version.server.ts'
import { toJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { readSettings } from './queries.server.ts'
import { settingsSchema, type Settings } from './settings.ts'

export function changeSettings(db: Db, actor: Actor, changes: Partial<Settings>, now: Date): Promise<void> {
  const checked = settingsSchema.partial().parse(changes)
  return inTransaction(db, async (db) => {
    const before = await readSettings(db)
    for (const [name, value] of Object.entries(checked)) {
      const stored = { value: toJson(value), updated_at: now.getTime() }
      await db
        .insertInto('setting')
        .values({ name, ...stored })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
        .execute()
    }
    const changed = differenceOf(before, { ...before, ...checked })
    await record(db, actor, 'settings.changed', 'settings', { changes: changed }, now)
    await raiseContentVersion(db, now)
  })
}
