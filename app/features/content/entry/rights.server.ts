import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Draft } from './drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Rights } from '#features/settings/rights.ts'

/** What someone may do with entries; nothing for non-staff. */
export async function rightsOf(db: Db, actor: Actor): Promise<Rights | undefined> {
  if (actor.kind !== 'staff') return undefined
  const { editorsPublish } = await readSettings(db)
  return { role: actor.role, editorsPublish }
}

/** The same for one entry: only an administrator opens a call that takes nominations on this site. */
export function rightsFor(who: Rights, kind: Kind, data: Draft): Rights {
  const opensForm = kind === 'call' && (data as Draft<'call'>).form?.online === true
  return opensForm ? { ...who, editorsPublish: false } : who
}
