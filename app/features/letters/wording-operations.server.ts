import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoing } from '#server/input/shown-hash.ts'
import { defaultHash } from './default-hash.server.ts'
import type { LetterDefinition } from './definition.ts'
import { missingPlaceholders, unknownPlaceholders, type Wording } from './fill.ts'
import { findWording } from './queries.server.ts'

interface ChangedWording {
  /** Undefined if it was the default. */
  before: Wording | undefined
  /** The hash of the wording now, for Undo. */
  shownHash: string
}

type Conflict = { ok: false; reason: 'conflict' }

type UnfitWords = { ok: false; reason: 'unfit-words'; unknown: string[]; missing: string[] }

/** Changes the wording of a letter. The words in braces must be ones that this letter can fill in. */
export function changeWording(
  db: Db,
  actor: StaffActor,
  letter: LetterDefinition,
  { subject, body, shownHash }: Wording & Undoing,
  now: Date,
): Promise<({ ok: true } & ChangedWording) | UnfitWords | Conflict> {
  return inTransaction(db, async (db) => {
    const unknown = unknownPlaceholders(letter, { subject, body })
    const missing = missingPlaceholders(letter, { subject, body })
    if (unknown.length + missing.length > 0) return { ok: false, reason: 'unfit-words', unknown, missing }
    await lockWork(db, 'letters')
    const before = await findWording(db, letter)
    if (!isStillShown(shownHash, before ?? null)) return { ok: false, reason: 'conflict' }
    const written = {
      ...{ subject, body, default_hash: defaultHash(letter) },
      ...{ updated_at: now.getTime(), updated_by: actor.id },
    }
    await db
      .insertInto('letter_wording')
      .values({ kind: letter.key, ...written })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(written))
      .execute()
    await note(db, actor, letter, { before, after: { subject, body } }, now)
    return { ok: true, before, shownHash: shownHashOf({ subject, body }) }
  })
}

/** Back to the default wording. */
export function resetWording(
  db: Db,
  actor: Actor,
  letter: LetterDefinition,
  { shownHash }: Undoing,
  now: Date,
): Promise<({ ok: true } & ChangedWording) | Conflict> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'letters')
    const before = await findWording(db, letter)
    if (!isStillShown(shownHash, before ?? null)) return { ok: false, reason: 'conflict' }
    await db.deleteFrom('letter_wording').where('kind', '=', letter.key).execute()
    await note(db, actor, letter, { before, after: undefined }, now)
    return { ok: true, before, shownHash: shownHashOf(null) }
  })
}

/** Without a wording of its own a letter has the default one. */
function note(
  db: Db,
  actor: Actor,
  letter: LetterDefinition,
  { before, after }: { before: Wording | undefined; after: Wording | undefined },
  now: Date,
) {
  const { subject, body } = letter
  const changes = differenceOf(before ?? { subject, body }, after ?? { subject, body })
  return record(db, actor, 'letter.wording-changed', `letter:${letter.key}`, { changes }, now)
}
