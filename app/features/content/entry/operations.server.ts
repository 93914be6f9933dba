import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf, type Changes } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { withAnchors } from '#features/content/text/anchors.ts'
import { readDraft, type Draft } from './drafts.ts'
import { findFileNames } from '#features/content/reading/file-names.server.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import { schemas } from '#features/content/kinds/schemas.ts'
import { mergeDrafts, type Merge } from '#features/content/text/merge.ts'
import { rightsFor, rightsOf } from './rights.server.ts'
import { isReserved, slugFrom } from '#features/content/addresses/slugs.ts'
import { textsOf, type FileNames } from '#features/content/text/texts.ts'
import {
  findVersion,
  hideFromSearch,
  insertVersion,
  lockEntry,
  readHead,
  showInSearch,
  type LockedEntry,
} from './versions.server.ts'
import { maySave, stateAfterSave } from './workflow.ts'
import { closeWorkingCopy, dropWorkingCopy, storeUnsaved, type CopyWrite } from './working-copies.server.ts'

export interface NewEntry<K extends Kind = Kind> {
  kind: K
  slug: string
  parent?: { id: string; slug: string }
  position?: number
  data: Data<K>
  sample?: boolean
}

/** Publishes a new entry immediately, as its version 1, and returns its id. */
export function publishEntry<K extends Kind>(db: Db, entry: NewEntry<K>, now: Date): Promise<string> {
  const data = schemas[entry.kind].parse(entry.data)
  return inTransaction(db, async (db) => {
    const id = newId()
    const at = now.getTime()
    const sampleAt = entry.sample ? at : null
    await db
      .insertInto('entry')
      .values({
        id,
        kind: entry.kind,
        slug: entry.slug,
        parent_id: entry.parent?.id ?? null,
        position: entry.position ?? 0,
        state: 'published',
        head_version: 1,
        live_version: 1,
        published_at: at,
        sample_at: sampleAt,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await insertVersion(db, { entryId: id, number: 1, kind: entry.kind, data }, now)
    await showInSearch(db, { ...entry, id, sampleAt, data })
    await raiseContentVersion(db, now)
    return id
  })
}

export interface StartedEntry {
  kind: Kind
  title: string
  parentId?: string | undefined
  data?: Draft
}

/** Starts a draft, that of a recipient below its award, and gives it an address that no other of its kind has. */
export function beginEntry(
  db: Db,
  actor: Actor,
  { kind, title, parentId, data = {} }: StartedEntry,
  now: Date,
): Promise<Outcome<'no-parent', { id: string }>> {
  return inTransaction(db, async (db) => {
    const hasParent = parentId !== undefined && (await isEntry(db, 'award', parentId))
    if (kind === 'recipient' && !hasParent) return { ok: false, reason: 'no-parent' }

    const id = newId()
    const at = now.getTime()
    const slug = await freeSlug(db, kind, slugFrom(title) || kind)
    await db
      .insertInto('entry')
      .values({
        id,
        kind,
        slug,
        parent_id: hasParent ? parentId : null,
        position: 0,
        state: 'draft',
        head_version: 1,
        live_version: null,
        created_at: at,
        updated_at: at,
        updated_by: staffIdOf(actor),
      })
      .execute()
    const version = { entryId: id, number: 1, kind, data: { ...data, title }, savedBy: staffIdOf(actor) }
    await insertVersion(db, version, now)
    await record(db, actor, 'entry.begun', `entry:${id}`, { kind, title }, now)
    return { ok: true, id }
  })
}

async function isEntry(db: Db, kind: Kind, id: string) {
  const found = await db
    .selectFrom('entry')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return found !== undefined
}

async function freeSlug(db: Db, kind: Kind, wanted: string): Promise<string> {
  const taken = await db
    .selectFrom('entry')
    .select('slug')
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('slug', '=', wanted), eb('slug', 'like', `${wanted}-%`)]))
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  const isFree = (slug: string) => !slugs.has(slug) && !isReserved(kind, slug)
  if (isFree(wanted)) return wanted
  for (let number = 2; ; number++) if (isFree(`${wanted}-${number}`)) return `${wanted}-${number}`
}

export type SaveRefusal = 'not-found' | 'not-open' | 'conflict'

interface Save {
  id: string
  /** The version that the writer started from. */
  base: number
  data: Draft
  note?: string
  /** The working copy that the page has seen, and the page's name if its text cannot be saved and becomes one. */
  copy?: Pick<CopyWrite, 'seen' | 'revision' | 'page' | 'conflicts'> | undefined
}

/** What was saved: its number, its data, and the fields into which others' changes were merged. */
export interface SavedEntry {
  version: number
  /** Whether that version was made now; a save without changes makes none. */
  isNew: boolean
  data: Draft
  taken: string[]
}

/**
 * Makes what was written the newest version. If others have saved since the writer started, their changes to untouched
 * fields are merged; if both changed the same, nothing is saved.
 */
export function saveEntry(
  db: Db,
  actor: Actor,
  { id, base, data, note, copy }: Save,
  now: Date,
): Promise<Outcome<SaveRefusal, SavedEntry>> {
  return inTransaction(db, async (db) => {
    const entry = await lockOpen(db, actor, id, data)
    if (!entry.ok) return entry
    const checked = fitting(entry.kind, data)
    const { merged, conflicts, taken } = await mergeWithNewest(db, entry, base, checked)
    const staffId = staffIdOf(actor)
    if (conflicts.length) {
      if (copy && staffId)
        await storeUnsaved(db, staffId, { id, base, typed: { data, raw: {} }, ...copy }, now)
      return { ok: false, reason: 'conflict' }
    }
    const saved = await addVersion(db, actor, entry, merged, now, note)
    if (staffId && copy) await closeWorkingCopy(db, staffId, id, copy, saved.data)
    return { ok: true, ...saved, taken }
  })
}

async function mergeWithNewest(db: Db, entry: LockedEntry, base: number, mine: Draft): Promise<Merge> {
  if (entry.head_version === base) return { merged: mine, conflicts: [], taken: [] }
  const began = (await findVersion(db, entry.id, base)) ?? {}
  return mergeDrafts(entry.kind, began, mine, await readHead(db, entry))
}

async function lockOpen(
  db: Db,
  actor: Actor,
  id: string,
  next: Draft,
): Promise<Outcome<Exclude<SaveRefusal, 'conflict'>, LockedEntry>> {
  const entry = await lockEntry(db, id)
  const who = await rightsOf(db, actor)
  if (!entry) return { ok: false, reason: 'not-found' }
  if (!who || !maySave(entry, await rightsFor(db, who, entry, next))) return { ok: false, reason: 'not-open' }
  return { ok: true, ...entry }
}

async function addVersion(
  db: Db,
  actor: Actor,
  entry: LockedEntry,
  draft: Draft,
  now: Date,
  note?: string,
): Promise<Omit<SavedEntry, 'taken'>> {
  const { id, kind, head_version } = entry
  const data = withAnchors(kind, fitting(kind, draft))
  const changes = await changesIn(db, entry, data)
  if (changes === undefined) return { version: head_version, isNew: false, data }

  const version = head_version + 1
  const savedBy = staffIdOf(actor)
  await insertVersion(
    db,
    { entryId: id, number: version, kind, data, savedBy, ...(note !== undefined && { note }) },
    now,
  )
  await db
    .updateTable('entry')
    .set({
      head_version: version,
      state: stateAfterSave(entry.state),
      updated_at: now.getTime(),
      updated_by: savedBy,
    })
    .where('id', '=', id)
    .execute()
  await record(db, actor, 'entry.saved', `entry:${id}`, { title: data.title ?? '', version, changes }, now)
  return { version, isNew: true, data }
}

/**
 * Makes an older version the newest one again; what came between stays in the history, and what the actor has typed and
 * not saved stays as a snapshot. Refused if someone has saved since the actor looked.
 */
export async function restoreVersion(
  db: Db,
  actor: Actor,
  { id, base, number }: { id: string; base: number; number: number },
  now: Date,
): Promise<Outcome<SaveRefusal, { version: number }>> {
  return inTransaction(db, async (db) => {
    const data = await findVersion(db, id, number)
    if (!data) return { ok: false, reason: 'not-found' }
    const entry = await lockOpen(db, actor, id, data)
    if (!entry.ok) return entry
    if (entry.head_version !== base) return { ok: false, reason: 'conflict' }
    const { version } = await addVersion(db, actor, entry, data, now, `Version ${number} again`)
    const staffId = staffIdOf(actor)
    if (staffId) await dropWorkingCopy(db, staffId, id)
    return { ok: true, version }
  })
}

/** The caller has already parsed it with the schema; anything from another path fails here. */
function fitting(kind: Kind, data: Draft): Draft {
  const read = readDraft(kind, data)
  if (!read.ok)
    throw new Error(`The ${kind} to save does not fit its schema: ${Object.keys(read.errors).join(', ')}`)
  return read.data
}

/** In words, field by field; undefined if both say the same. */
async function changesIn(db: Db, entry: LockedEntry, data: Draft) {
  const before = await readHead(db, entry)
  if (Object.keys(differenceOf(before, data)).length === 0) return undefined
  const names = await findFileNames(db, entry.kind, [before, data])
  return differenceOf(wordsOf(entry.kind, before, names), wordsOf(entry.kind, data, names)) satisfies Changes
}

function wordsOf(kind: Kind, data: Draft, names: FileNames) {
  return Object.fromEntries(textsOf(kind, data, names).map(({ label, text }) => [label, text]))
}

export function staffIdOf(actor: Actor): string | null {
  return actor.kind === 'staff' ? actor.id : null
}

/** Permanently deletes every sample entry. */
export function removeSampleEntries(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const samples = await db.selectFrom('entry').select('id').where('sample_at', 'is not', null).execute()
    for (const { id } of samples) await hideFromSearch(db, id)
    // Children first: a recipient refers to its award.
    await db
      .deleteFrom('entry')
      .where('sample_at', 'is not', null)
      .where('parent_id', 'is not', null)
      .execute()
    await db.deleteFrom('entry').where('sample_at', 'is not', null).execute()
    await raiseContentVersion(db, now)
    return samples.length
  })
}
