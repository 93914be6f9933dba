import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Capability, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
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

/** The calls and disciplines whose cases a body works on; empty for all. */
export interface CaseScope {
  calls: string[]
  disciplines: string[]
}

export const everyCase: CaseScope = { calls: [], disciplines: [] }

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

/** The cases for which they may do it. */
export async function readScope(db: Db, bodyId: string): Promise<CaseScope> {
  const rows = await db
    .selectFrom('body_scope')
    .select(['kind', 'value'])
    .where('body_id', '=', bodyId)
    .orderBy('value')
    .execute()
  const valuesOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  return { calls: valuesOf('call'), disciplines: valuesOf('discipline') }
}

interface Granted {
  grants: readonly Grant[]
  scope: CaseScope
}

/**
 * Changes what the members of a body may do, and for which cases, from now on. Returns what was granted before, and the
 * hash that refuses Undo if someone has changed it since.
 */
export function setGrants(
  db: Db,
  actor: Actor,
  bodyId: string,
  { grants, scope, shownHash }: Granted & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict', { before: Granted } & Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    if (!(await findBody(db, bodyId))) return { ok: false, reason: 'not-found' }
    const before = { grants: await listGrants(db, bodyId), scope: await readScope(db, bodyId) }
    const names = [namesOf(before.grants, before.scope), namesOf(grants, scope)] as [unknown, unknown]
    if (!isStillShown(shownHash, names[0])) return { ok: false, reason: 'conflict' }
    const done = { ok: true as const, before, shownHash: shownHashOf(names[1]) }
    if (names[0] === names[1]) return done
    await putGrants(db, bodyId, grants)
    await putScope(db, bodyId, scope)
    await record(
      db,
      actor,
      'body.capabilities-changed',
      `body:${bodyId}`,
      { changes: { capabilities: names } },
      now,
    )
    return done
  })
}

async function putGrants(db: Db, bodyId: string, grants: readonly Grant[]) {
  await db.deleteFrom('body_capability').where('body_id', '=', bodyId).execute()
  const rows = grants.map(({ capability, caseType }) => ({
    body_id: bodyId,
    capability,
    case_type: caseType,
  }))
  if (rows.length > 0) await db.insertInto('body_capability').values(rows).execute()
}

async function putScope(db: Db, bodyId: string, { calls, disciplines }: CaseScope) {
  await db.deleteFrom('body_scope').where('body_id', '=', bodyId).execute()
  const rows = [
    ...calls.map((value) => ({ body_id: bodyId, kind: 'call' as const, value })),
    ...disciplines.map((value) => ({ body_id: bodyId, kind: 'discipline' as const, value })),
  ]
  if (rows.length > 0) await db.insertInto('body_scope').values(rows).execute()
}

/** One text that is the same for the same rights. */
function namesOf(grants: readonly Grant[], { calls, disciplines }: CaseScope): string {
  const names = [...new Set(grants.map(nameOf))].toSorted()
  return [...names, ...calls.toSorted(), ...disciplines.toSorted()].join(', ')
}

function nameOf({ capability, caseType }: Grant): string {
  return caseType === '' ? capability : `${capability} (${caseType})`
}
