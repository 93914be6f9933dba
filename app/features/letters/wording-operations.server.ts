import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { missingPlaceholders, unknownPlaceholders, type Wording } from './fill.ts'
import { letterKinds, type LetterKind } from './kinds.ts'
import { findWording } from './queries.server.ts'

/** Gives a letter another wording. What stands in braces must be something that this letter can fill in. */
export function changeWording(
  db: Db,
  actor: Actor & { kind: 'staff' },
  kind: LetterKind,
  { subject, body }: Wording,
  now: Date,
): Promise<{ ok: true } | { ok: false; unknown: string[]; missing: string[] }> {
  return inTransaction(db, async (db) => {
    const unknown = unknownPlaceholders(kind, { subject, body })
    const missing = missingPlaceholders(kind, { subject, body })
    if (unknown.length + missing.length > 0) return { ok: false, unknown, missing }
    const before = await wordingNow(db, kind)
    const written = { subject, body, updated_at: now.getTime(), updated_by: actor.id }
    await db
      .insertInto('letter_wording')
      .values({ kind, ...written })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(written))
      .execute()
    await note(db, actor, kind, before, { subject, body }, now)
    return { ok: true }
  })
}

/** Back to the wording as it was delivered. */
export function resetWording(db: Db, actor: Actor, kind: LetterKind, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const before = await wordingNow(db, kind)
    await db.deleteFrom('letter_wording').where('kind', '=', kind).execute()
    const { subject, body } = letterKinds[kind]
    await note(db, actor, kind, before, { subject, body }, now)
  })
}

async function wordingNow(db: Db, kind: LetterKind): Promise<Wording> {
  const { subject, body } = (await findWording(db, kind)) ?? letterKinds[kind]
  return { subject, body }
}

function note(db: Db, actor: Actor, kind: LetterKind, before: Wording, after: Wording, now: Date) {
  const changes = differenceOf(before, after)
  return record(db, actor, 'letter.wording-changed', `letter:${kind}`, { changes }, now)
}
