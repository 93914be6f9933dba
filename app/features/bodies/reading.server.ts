import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { listGrants, readScope } from './capabilities.server.ts'
import { countOpenLists } from './council-lists.server.ts'
import { findBody, listTerms } from './queries.server.ts'

/** A body with everyone who ever belonged to it. The members of a body without a public page are confidential. */
export function readBody(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const body = await findBody(db, id)
    if (!body) return undefined
    await record(db, actor, 'body.read', `body:${id}`, {}, now)
    return {
      body,
      grants: await listGrants(db, id),
      scope: await readScope(db, id),
      terms: await listTerms(db, id),
      openLists: body.kind === 'council' ? await countOpenLists(db, id) : 0,
    }
  })
}
