import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Draft } from './drafts.ts'
import { valuesOf, type Offer, type TypedEntry } from './typed.ts'
import { findVersion } from './versions.server.ts'

/** Working copies as they were before something replaced them, so that nothing stored is ever lost. */

const maxSnapshots = 50

export interface NewSnapshot {
  entryId: string
  staffId: string
  base: number
  typed: TypedEntry
  typedAt: number
  /** Fields in which it contradicts the working copy: they are offered until its owner has chosen. */
  conflicts?: readonly string[] | undefined
}

/** Does nothing if this person's newest one already says the same. */
export async function takeSnapshot(db: Db, snapshot: NewSnapshot): Promise<void> {
  const { entryId: entry_id, staffId: staff_id, base, typed, typedAt } = snapshot
  const conflicts = snapshot.conflicts?.length ? snapshot.conflicts.join(' ') : null
  const [data, raw] = [toJson(typed.data), toJson(typed.raw)]
  const newest = await snapshotsOf(db, entry_id, staff_id)
    .select(['id', 'data', 'raw'])
    .limit(1)
    .executeTakeFirst()
  if (newest?.data === data && newest.raw === raw) {
    if (conflicts)
      await db.updateTable('working_copy_snapshot').set({ conflicts }).where('id', '=', newest.id).execute()
    return
  }
  await db
    .insertInto('working_copy_snapshot')
    .values({ id: newId(), entry_id, staff_id, base_version: base, data, raw, typed_at: typedAt, conflicts })
    .execute()
  await dropOldest(db, entry_id, staff_id)
}

function snapshotsOf(db: Db, entryId: string, staffId: string) {
  return db
    .selectFrom('working_copy_snapshot')
    .where('entry_id', '=', entryId)
    .where('staff_id', '=', staffId)
    .orderBy('typed_at', 'desc')
    .orderBy('id', 'desc')
}

/** Those still waiting for a choice stay. */
async function dropOldest(db: Db, entryId: string, staffId: string) {
  const old = await snapshotsOf(db, entryId, staffId)
    .select('id')
    .where('conflicts', 'is', null)
    .limit(maxSnapshots)
    .offset(maxSnapshots)
    .execute()
  if (old.length === 0) return
  await db
    .deleteFrom('working_copy_snapshot')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
}

export interface SnapshotLine {
  id: string
  by: string
  typedAt: number
}

/** Of everyone, newest first. */
export function listSnapshots(db: Db, entryId: string): Promise<SnapshotLine[]> {
  return db
    .selectFrom('working_copy_snapshot')
    .innerJoin('staff_user', 'staff_user.id', 'working_copy_snapshot.staff_id')
    .select(['working_copy_snapshot.id', 'staff_user.name as by', 'typed_at as typedAt'])
    .where('entry_id', '=', entryId)
    .orderBy('typed_at', 'desc')
    .orderBy('working_copy_snapshot.id', 'desc')
    .limit(4 * maxSnapshots)
    .execute()
}

export async function findSnapshot(db: Db, entryId: string, id: string) {
  const row = await db
    .selectFrom('working_copy_snapshot')
    .select(['base_version', 'data', 'raw'])
    .where('entry_id', '=', entryId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { base: row.base_version, typed: typedOf(row) }
}

export function typedOf({ data, raw }: { data: string; raw: string }): TypedEntry {
  return { data: fromJson(data), raw: fromJson(raw) }
}

export async function findOffer(db: Db, entryId: string, staffId: string): Promise<Offer | undefined> {
  const row = await snapshotsOf(db, entryId, staffId)
    .select(['id', 'typed_at', 'conflicts', 'data', 'raw'])
    .where('conflicts', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const fields = (row.conflicts ?? '').split(' ')
  return { id: row.id, typedAt: row.typed_at, fields, values: valuesOf(typedOf(row)) }
}

/** Its owner has chosen: it is no longer offered, and stays among the others. */
export async function settleOffer(db: Db, entryId: string, staffId: string, id: string): Promise<void> {
  await db
    .updateTable('working_copy_snapshot')
    .set({ conflicts: null })
    .where('id', '=', id)
    .where('entry_id', '=', entryId)
    .where('staff_id', '=', staffId)
    .execute()
}

export async function clearSnapshots(db: Db, before: number): Promise<void> {
  await db.deleteFrom('working_copy_snapshot').where('typed_at', '<', before).execute()
}

/** The content of a version, by its number, or of a snapshot, by its id. */
export async function findText(db: Db, entryId: string, which: number | string): Promise<Draft | undefined> {
  if (typeof which === 'number') return findVersion(db, entryId, which)
  const found = await findSnapshot(db, entryId, which)
  return found && valuesOf(found.typed)
}
