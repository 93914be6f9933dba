import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Draft } from './drafts.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { mayPublish, type Rights } from '#features/settings/rights.ts'
import { readData, readHead, type LockedEntry } from './versions.server.ts'

/** What someone may do with entries; nothing for non-staff. */
export async function rightsOf(db: Db, actor: Actor): Promise<Rights | undefined> {
  if (actor.kind !== 'staff') return undefined
  const { editorsPublish } = await readSettings(db)
  return { role: actor.role, editorsPublish }
}

type EntryHead = Pick<LockedEntry, 'id' | 'kind' | 'head_version' | 'live_version'>

/**
 * The same for one entry: only an administrator opens, changes or ends a call that takes nominations on this site. The
 * newest version counts, the one that visitors see, and what someone is about to save.
 */
export async function rightsFor(db: Db, who: Rights, entry: EntryHead, next: Draft = {}): Promise<Rights> {
  if (entry.kind !== 'call') return who
  const { id, live_version } = entry
  const live = live_version === null ? {} : await readData(db, id, live_version)
  const versions = [next, live, await readHead(db, entry)] as Draft<'call'>[]
  return versions.some(({ form }) => form?.online === true) ? { ...who, editorsPublish: false } : who
}

/** Whether an editor alone has scheduled what only an administrator may publish. */
export async function lacksAdministrator(db: Db, entry: EntryHead): Promise<boolean> {
  const row = await db
    .selectFrom('entry')
    .innerJoin('staff_user', 'staff_user.id', 'entry.updated_by')
    .select('role')
    .where('entry.id', '=', entry.id)
    .executeTakeFirst()
  if (!row?.role) return false
  return !mayPublish(await rightsFor(db, { role: row.role, editorsPublish: true }, entry))
}
