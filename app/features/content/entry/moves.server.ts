import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { listBlocked } from './advice.server.ts'
import type { Draft } from './drafts.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { staffIdOf } from './operations.server.ts'
import { rightsFor, rightsOf } from './rights.server.ts'
import { publishEntry, setState, statusOf, unpublishEntry } from './publishing.server.ts'
import { insertVersion, lockEntry, readData, readHead, type LockedEntry } from './versions.server.ts'
import { refusalOf, rules, type EntryMove, type EntryMoveRefusal } from './workflow.ts'
import type { AuditAction } from '#features/audit/sentences.ts'

export interface MoveRequest {
  id: string
  move: EntryMove
  /** The version that the mover has seen. */
  version: number
  /** When to publish, for a schedule. */
  at?: Date | undefined
}

export type MoveOutcome = Outcome<'not-found' | 'conflict' | 'incomplete' | 'no-time' | EntryMoveRefusal>

/** Moves an entry along its workflow. The publisher must have seen the version that is published. */
export function moveEntry(db: Db, actor: Actor, requested: MoveRequest, now: Date): Promise<MoveOutcome> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, requested.id)
    const who = await rightsOf(db, actor)
    if (!entry || !who) return { ok: false, reason: 'not-found' }
    if (entry.head_version !== requested.version) return { ok: false, reason: 'conflict' }
    const head = await readHead(db, entry)
    const reason = refusalOf(requested.move, statusOf(entry), await rightsFor(db, who, entry))
    if (reason) return { ok: false, reason }
    const goesOut = requested.move === 'publish' || requested.move === 'schedule'
    if (goesOut && (await listBlocked(db, entry.kind, head)).length > 0)
      return { ok: false, reason: 'incomplete' }
    if (requested.move === 'schedule' && (!requested.at || requested.at <= now))
      return { ok: false, reason: 'no-time' }

    await carryOut(db, actor, entry, requested, head, now)
    return { ok: true }
  })
}

async function carryOut(
  db: Db,
  actor: Actor,
  entry: LockedEntry,
  { move, at }: MoveRequest,
  head: Draft,
  now: Date,
) {
  if (move === 'publish') await publishEntry(db, entry, head as Data, now)
  else if (move === 'discard') await goBackToLive(db, entry, actor, now)
  else await setState(db, entry, { state: rules[move].to, at }, now)

  if (move === 'archive' || move === 'bin') await unpublishEntry(db, entry, now)
  const details = { title: head.title ?? '', move, ...(at && { at: at.toISOString() }) }
  await db
    .updateTable('entry')
    .set({ updated_at: now.getTime(), updated_by: staffIdOf(actor) })
    .where('id', '=', entry.id)
    .execute()
  await record(db, actor, recorded[move], `entry:${entry.id}`, details, now)
}

/** The name of each move in the audit trail. */
const recorded: Record<EntryMove, AuditAction> = {
  submit: 'entry.submitted',
  withdraw: 'entry.withdrawn',
  publish: 'entry.published',
  schedule: 'entry.scheduled',
  discard: 'entry.changes-discarded',
  archive: 'entry.archived',
  bin: 'entry.binned',
  restore: 'entry.restored',
}

/** The live version becomes the newest again; the changes stay in the history. */
async function goBackToLive(db: Db, entry: LockedEntry, actor: Actor, now: Date) {
  const number = entry.head_version + 1
  const data = await readData(db, entry.id, entry.live_version!)
  const note = `Version ${entry.live_version} again`
  await insertVersion(
    db,
    { entryId: entry.id, number, kind: entry.kind, data, savedBy: staffIdOf(actor), note },
    now,
  )
  await db
    .updateTable('entry')
    .set({ state: 'published', head_version: number, live_version: number, publish_at: null })
    .where('id', '=', entry.id)
    .execute()
}
