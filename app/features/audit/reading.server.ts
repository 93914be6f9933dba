import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from './actor.ts'
import { toFilter, type AuditQuery } from './form.ts'
import { record } from './operations.server.ts'
import { listActions, listActors } from './visible-entries.server.ts'
import { listEntries } from './queries.server.ts'

/** A page of the trail. It names people and where they were, so reading it is recorded in the trail too. */
export function readTrail(db: Db, actor: Actor, query: AuditQuery, now: Date) {
  return inTransaction(db, async (db) => {
    const found = await listEntries(db, actor, toFilter(query), query.page)
    const actions = await listActions(db, actor)
    await record(db, actor, 'audit.read', 'audit', { ...query, shown: found.entries.length }, now)
    return { ...found, actions, actors: await listActors(db, actor) }
  })
}
