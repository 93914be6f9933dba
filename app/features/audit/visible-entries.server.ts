import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { actorName, type Actor } from './actor.ts'

/** The actions in what the viewer may see, by name, for a filter. */
export async function listActions(db: Db, viewer: Actor): Promise<string[]> {
  if (!seesAll(viewer)) {
    const rows = await visibleTo(db, viewer).select('action').distinct().orderBy('action').execute()
    return rows.map((row) => row.action)
  }
  // Skips from each action to the next in the index: there are few actions and very many entries.
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      select min(action) from audit_entry
      union all
      select (select min(action) from audit_entry where action > known.action)
      from known where known.action is not null
    )
    select action from known where action is not null order by action`.execute(db)
  return rows.map((row) => row.action)
}

/** Who may have done something, for a filter: everyone else sees only their own acts. */
export async function listActors(db: Db, viewer: Actor): Promise<{ actor: string; name: string }[]> {
  if (!seesAll(viewer)) return []
  const staff = await db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return staff.map(({ id, name }) => ({ actor: `staff:${id}`, name }))
}

/** Administrators see everything, everyone else only what they did themselves. */
export function visibleTo(db: Db, viewer: Actor) {
  const entries = db.selectFrom('audit_entry')
  if (seesAll(viewer)) return entries
  // Visitors have no name in the trail: all of them share one.
  return entries.where('actor', '=', viewer.kind === 'staff' ? actorName(viewer) : '')
}

/** Finding a colleague's search terms would tell the viewer what `hideWordsFrom` leaves out. */
export function withoutLooks(db: Db, viewer: Actor): Entries {
  return visibleTo(db, viewer).where((eb) =>
    eb.or([
      eb('actor', '=', actorName(viewer)),
      eb.and([eb('action', 'not like', '%.read'), eb('action', 'not like', '%.exported')]),
    ]),
  )
}

export function seesAll(viewer: Actor): boolean {
  return viewer.kind === 'staff' && viewer.role === 'admin'
}

export type Entries = ReturnType<typeof visibleTo>
