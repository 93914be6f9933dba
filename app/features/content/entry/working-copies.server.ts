import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { readDraft, type Draft } from './drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { mergeDrafts } from '#features/content/text/merge.ts'
import { rightsFor, rightsOf } from './rights.server.ts'
import {
  clearSnapshots,
  findOffer,
  findSnapshot,
  settleOffer,
  takeSnapshot,
  typedOf,
} from './snapshots.server.ts'
import { charactersLost, noRevision, valuesOf, type CurrentCopy, type TypedEntry } from './typed.ts'
import type { Values } from './values.ts'
import { findVersion, lockEntry } from './versions.server.ts'
import { maySave } from './workflow.ts'

/**
 * What people have typed and not saved: one for each person and entry, with neither a version nor an audit entry. A
 * write names the revision it has seen; if another tab or device has written since, it is refused and that page merges
 * first. What a write would overwrite goes into a snapshot first.
 */

const maxCharacters = 4_000_000
const snapshotEveryMs = 5 * 60_000
/** A smaller deletion is a correction, and a snapshot of every correction would push out the others. */
const correctionCharacters = 20

export interface CopyWrite {
  id: string
  /** The version that the text started from. */
  base: number
  /** The revision that the page has seen (`none` if there was none), and its own unanswered writes. */
  seen: readonly string[]
  /** The id of this write. The page chooses it, to recognise its own write if the answer is lost. */
  revision: string
  page: string
  typed: TypedEntry
  /** Fields that could not be read: they stay as they were. */
  left?: readonly string[]
  /** Fields in which the page and the stored copy contradict each other. */
  conflicts?: readonly string[] | undefined
  /** The offer that someone has chosen about. */
  settled?: string | undefined
}

export type WriteRefusal = 'not-found' | 'too-long' | 'moved'

export function storeWorkingCopy(
  db: Db,
  actor: Actor,
  write: CopyWrite,
  now: Date,
): Promise<Outcome<WriteRefusal>> {
  return inTransaction(db, async (db) => {
    if (actor.kind !== 'staff' || !(await lockEntry(db, write.id))) return { ok: false, reason: 'not-found' }
    return putCopy(db, actor.id, write, now)
  })
}

/** The entry is locked. */
async function putCopy(db: Db, staffId: string, write: CopyWrite, now: Date): Promise<Outcome<WriteRefusal>> {
  const { id, base, seen, revision, page, conflicts } = write
  const row = await readRow(db, id, staffId)
  if (row?.revision === revision) return { ok: true }
  if (!seen.includes(row?.revision ?? noRevision)) return { ok: false, reason: 'moved' }
  const typed = write.left?.length ? await withLeft(db, write, row) : write.typed
  const texts = { data: toJson(typed.data), raw: toJson(typed.raw) }
  if (texts.data.length > maxCharacters) return { ok: false, reason: 'too-long' }

  if (write.settled) await settleOffer(db, id, staffId, write.settled)
  const isDue = row && isSnapshotDue(row, write, texts, now)
  if (isDue) await snapshotRow(db, row, conflicts)
  const stored = {
    ...{ ...texts, base_version: base, saved_at: now.getTime(), revision, page_id: page },
    snapshot_at: isDue || !row ? now.getTime() : row.snapshot_at,
  }
  await db
    .insertInto('working_copy')
    .values({ entry_id: id, staff_id: staffId, ...stored })
    .onConflict((conflict) => conflict.columns(['entry_id', 'staff_id']).doUpdateSet(stored))
    .execute()
  return { ok: true }
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

function readRow(db: Db, id: string, staffId: string) {
  return db
    .selectFrom('working_copy')
    .selectAll()
    .where('entry_id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
}

function isSnapshotDue(row: Row, write: CopyWrite, next: { data: string; raw: string }, now: Date): boolean {
  if (row.data === next.data && row.raw === next.raw) return false
  if (row.page_id !== write.page || write.conflicts?.length) return true
  if (now.getTime() - row.snapshot_at >= snapshotEveryMs) return true
  return lostBetween(row, next) >= correctionCharacters
}

function lostBetween(before: { data: string; raw: string }, after: { data: string; raw: string }): number {
  return charactersLost(`${before.data} ${before.raw}`, `${after.data} ${after.raw}`)
}

function snapshotRow(db: Db, row: Row, conflicts?: readonly string[]): Promise<void> {
  const { entry_id: entryId, staff_id: staffId, base_version: base, saved_at: typedAt } = row
  return takeSnapshot(db, { entryId, staffId, base, typed: typedOf(row), typedAt, conflicts })
}

async function withLeft(
  db: Db,
  { id, base, typed, left = [] }: CopyWrite,
  row: Row | undefined,
): Promise<TypedEntry> {
  const before = row ? typedOf(row) : { data: (await findVersion(db, id, base)) ?? {}, raw: {} }
  const isLeft = (name: string) => left.includes(name.split('.')[0] ?? '')
  const data = Object.entries(before.data).filter(([name]) => isLeft(name))
  const raw = Object.entries(before.raw).filter(([path]) => isLeft(path))
  return {
    data: { ...typed.data, ...Object.fromEntries(data) },
    raw: { ...typed.raw, ...Object.fromEntries(raw) },
  }
}

export interface CurrentEntry {
  id: string
  kind: Kind
  head_version: number
  data: Draft
}

export async function findCurrentCopy(db: Db, actor: Actor, entry: CurrentEntry): Promise<CurrentCopy> {
  const saved = {
    revision: noRevision,
    base: entry.head_version,
    values: entry.data as Values,
    conflicts: [],
  }
  if (actor.kind !== 'staff') return saved
  const offer = await findOffer(db, entry.id, actor.id)
  const row = await readRow(db, entry.id, actor.id)
  const copy = row ? await onNewest(db, entry, row) : saved
  return { ...copy, ...(row && row.raw !== '{}' && errorsOf(entry.kind, copy)), ...(offer && { offer }) }
}

function errorsOf(kind: Kind, { values }: CurrentCopy) {
  const read = readDraft(kind, values)
  return read.ok ? {} : { errors: read.errors }
}

async function onNewest(db: Db, entry: CurrentEntry, row: Row): Promise<CurrentCopy> {
  const { revision, base_version: base, saved_at: typedAt } = row
  const values = valuesOf(typedOf(row))
  // The entry may have been read slightly before the copy.
  if (base >= entry.head_version) return { revision, base, values, typedAt, conflicts: [] }
  const baseData = (await findVersion(db, entry.id, base)) ?? {}
  const { merged, conflicts } = mergeDrafts(entry.kind, baseData, values, entry.data)
  return {
    ...{ revision, typedAt, conflicts, values: merged },
    ...(conflicts.length ? { base, baseData } : { base: entry.head_version }),
  }
}

/** Returns to the saved version. What was typed stays as a snapshot. */
export function revertWorkingCopy(
  db: Db,
  actor: Actor,
  { id, base, seen, typed, conflicts }: Pick<CopyWrite, 'id' | 'base' | 'seen' | 'typed' | 'conflicts'>,
  now: Date,
): Promise<Outcome<'not-found' | 'moved'>> {
  return inTransaction(db, async (db) => {
    if (actor.kind !== 'staff' || !(await lockEntry(db, id))) return { ok: false, reason: 'not-found' }
    const row = await readRow(db, id, actor.id)
    if (!seen.includes(row?.revision ?? noRevision)) return { ok: false, reason: 'moved' }
    const texts = { data: toJson(typed.data), raw: toJson(typed.raw) }
    if (row) await replaceRow(db, row, texts, conflicts)
    await takeSnapshot(db, { entryId: id, staffId: actor.id, base, typed, typedAt: now.getTime() })
    return { ok: true }
  })
}

/** Deletes the working copy; what is not in the text that replaces it stays as a snapshot. */
async function replaceRow(
  db: Db,
  row: Row,
  next: { data: string; raw: string },
  conflicts?: readonly string[],
): Promise<void> {
  if (conflicts?.length || lostBetween(row, next) > 0) await snapshotRow(db, row, conflicts)
  await db
    .deleteFrom('working_copy')
    .where('entry_id', '=', row.entry_id)
    .where('staff_id', '=', row.staff_id)
    .execute()
}

/**
 * After a save. A copy that the saver has not seen was typed in another tab or on another device and stays. The entry
 * is locked.
 */
export async function closeWorkingCopy(
  db: Db,
  staffId: string,
  id: string,
  { seen, conflicts }: Pick<CopyWrite, 'seen' | 'conflicts'>,
  saved: Draft,
): Promise<void> {
  const row = await readRow(db, id, staffId)
  if (!row || !seen.includes(row.revision)) return
  await replaceRow(db, row, { data: toJson(saved), raw: '{}' }, conflicts)
}

/** For someone who has chosen another text instead. The entry is locked. */
export async function dropWorkingCopy(db: Db, staffId: string, id: string): Promise<void> {
  const row = await readRow(db, id, staffId)
  if (row) await replaceRow(db, row, { data: '', raw: '' })
}

/** Stores what could not be saved because of a conflict, wherever it does no harm. The entry is locked. */
export async function storeUnsaved(db: Db, staffId: string, write: CopyWrite, now: Date): Promise<void> {
  const stored = await putCopy(db, staffId, write, now)
  if (stored.ok) return
  const { id: entryId, base, typed } = write
  await takeSnapshot(db, { entryId, staffId, base, typed, typedAt: now.getTime() })
}

/** Stores something that contradicts the working copy beside it, to be offered until its owner has chosen. */
export function setAside(
  db: Db,
  actor: Actor,
  { id, base, typed, conflicts }: Pick<CopyWrite, 'id' | 'base' | 'typed' | 'conflicts'>,
  now: Date,
): Promise<Outcome<'not-found' | 'too-long'>> {
  return inTransaction(db, async (db) => {
    if (actor.kind !== 'staff' || !(await lockEntry(db, id))) return { ok: false, reason: 'not-found' }
    if (toJson(typed.data).length > maxCharacters) return { ok: false, reason: 'too-long' }
    const typedAt = now.getTime()
    await takeSnapshot(db, { entryId: id, staffId: actor.id, base, typed, typedAt, conflicts })
    return { ok: true }
  })
}

/** Makes a snapshot, possibly someone else's, the requester's working copy. Their own becomes a snapshot. */
export function restoreSnapshot(
  db: Db,
  actor: Actor,
  { id, snapshot }: { id: string; snapshot: string },
  now: Date,
): Promise<Outcome<'not-found' | 'not-open'>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    const found = await findSnapshot(db, id, snapshot)
    const who = await rightsOf(db, actor)
    if (actor.kind !== 'staff' || !entry || !found) return { ok: false, reason: 'not-found' }
    if (!who || !maySave(entry, await rightsFor(db, who, entry))) return { ok: false, reason: 'not-open' }
    const seen = [(await readRow(db, id, actor.id))?.revision ?? noRevision]
    // No page has this name, so what it replaces always becomes a snapshot.
    const write = { id, ...found, seen, revision: newId(), page: newId() }
    await putCopy(db, actor.id, write, now)
    return { ok: true }
  })
}

const retainedMs = 90 * dayMs

/** Removes what people left behind: former staff, and copies untouched for three months. */
export async function clearWorkingCopies(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('presence')
    .where('seen_at', '<', now.getTime() - 3_600_000)
    .execute()
  await db
    .deleteFrom('working_copy')
    .where('saved_at', '<', now.getTime() - retainedMs)
    .execute()
  await clearSnapshots(db, now.getTime() - retainedMs)
}
