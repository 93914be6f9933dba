import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Rights } from '#features/settings/rights.ts'

/** What someone may do with entries; nothing for non-staff. */
export async function rightsOf(db: Db, actor: Actor): Promise<Rights | undefined> {
  if (actor.kind !== 'staff') return undefined
  const { editorsPublish } = await readSettings(db)
  return { role: actor.role, editorsPublish }
}
