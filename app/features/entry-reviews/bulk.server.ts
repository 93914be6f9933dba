import { inTransaction, tryPart } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import type { EntryMove } from '#features/content/entry/workflow.ts'
import type { Undoing } from '#server/input/shown-hash.ts'
import { moveReviewed, type ReviewedOutcome } from './operations.server.ts'

type Refusal = Extract<ReviewedOutcome, { ok: false }>['reason']

/** An entry that was not moved, and why. */
export interface RefusedEntry {
  title: string
  reason: Refusal
}

/**
 * Moves what can be moved in one transaction, each entry with the same note. A line names the entry and the version
 * seen. The hash refuses Undo of what someone has moved since.
 */
export function moveSeveral(
  db: Db,
  actor: StaffActor,
  lines: string[],
  { move, note, shownHash }: { move: EntryMove; note?: string | undefined } & Undoing,
  origin: string,
  now: Date,
): Promise<{ moved: number; refused: RefusedEntry[] } & Undoing> {
  return inTransaction(db, async (db) => {
    const refusals = new Map<string, Refusal>()
    // All that are moved have the same status afterwards, and so the same hash.
    let made: string | undefined
    for (const line of lines) {
      const [id = '', version = ''] = line.split('_')
      const requested = { id, version: Number(version), move, note, shownHash }
      const outcome = await tryPart(db, () => moveReviewed(db, actor, requested, origin, now))
      if (outcome.ok) made = outcome.shownHash
      else refusals.set(id, outcome.reason)
    }
    const refused = await withTitles(db, refusals)
    return { moved: lines.length - refusals.size, refused, shownHash: made }
  })
}

async function withTitles(db: Db, refusals: Map<string, Refusal>): Promise<RefusedEntry[]> {
  if (refusals.size === 0) return []
  const rows = await db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'head.title'])
    .where('entry.id', 'in', [...refusals.keys()])
    .execute()
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return [...refusals].map(([id, reason]) => ({ title: titles.get(id) ?? 'An entry', reason }))
}
