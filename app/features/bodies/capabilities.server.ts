import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Capability, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { findBody, isTermOn } from './queries.server.ts'

/** What the bodies of an account allow on a day. Only a chair or deputy has what comes with the chair. */
export async function listCapabilities(db: Db, staffId: string, day: string): Promise<Capability[]> {
  const rows = await db
    .selectFrom('body_term')
    .innerJoin('body_capability', 'body_capability.body_id', 'body_term.body_id')
    .select('capability')
    .distinct()
    .where('staff_id', '=', staffId)
    .where(isTermOn(day))
    .where((eb) => eb.or([eb('capability', '<>', 'chair'), eb('post', 'in', ['chair', 'deputy'])]))
    .orderBy('capability')
    .execute()
  return rows.map(({ capability }) => capability)
}

export interface Grant {
  capability: Capability
  /** Empty for cases of every type. */
  caseType: string
}

/** What the members of a body may do. */
export async function listGrants(db: Db, bodyId: string): Promise<Grant[]> {
  const rows = await db
    .selectFrom('body_capability')
    .select(['capability', 'case_type as caseType'])
    .where('body_id', '=', bodyId)
    .orderBy('capability')
    .orderBy('case_type')
    .execute()
  return rows
}

/** Changes what the members of a body may do, from now on. */
export function setGrants(
  db: Db,
  actor: Actor,
  bodyId: string,
  grants: readonly Grant[],
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    if (!(await findBody(db, bodyId))) return { ok: false, reason: 'not-found' }
    const before = (await listGrants(db, bodyId)).map(nameOf)
    const after = [...new Set(grants.map(nameOf))].toSorted()
    if (before.toSorted().join() === after.join()) return { ok: true }
    await db.deleteFrom('body_capability').where('body_id', '=', bodyId).execute()
    const rows = grants.map(({ capability, caseType }) => ({
      body_id: bodyId,
      capability,
      case_type: caseType,
    }))
    if (rows.length > 0) await db.insertInto('body_capability').values(rows).execute()
    const changes = { capabilities: [before.join(', '), after.join(', ')] as [unknown, unknown] }
    await record(db, actor, 'body.capabilities-changed', `body:${bodyId}`, { changes }, now)
    return { ok: true }
  })
}

function nameOf({ capability, caseType }: Grant): string {
  return caseType === '' ? capability : `${capability} (${caseType})`
}
