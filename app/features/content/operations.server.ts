import { raiseContentVersion } from '#db/content-version.server.ts'
import { newId } from '#db/id.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf, type Changes } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { withAnchors } from './anchors.ts'
import { readDraft, type Draft } from './drafts.ts'
import { findFileNames } from './file-names.server.ts'
import { kinds, type Data, type Kind } from './kinds.ts'
import { rightsOf } from './rights.server.ts'
import { isReserved, slugFrom } from './slugs.ts'
import { textsOf, type FileNames } from './texts.ts'
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

export interface NewEntry<K extends Kind = Kind> {
  kind: K
  slug: string
  parent?: { id: string; slug: string }
  position?: number
  data: Data<K>
  sample?: boolean
}

/** Puts a new entry on the site at once, as its version 1, and tells its id. */
export function publishEntry<K extends Kind>(db: Db, entry: NewEntry<K>, now: Date): Promise<string> {
  const data = kinds[entry.kind].parse(entry.data) as Data<K>
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

export interface BegunEntry {
  kind: Kind
  title: string
  /** The award of a recipient. */
  parentId?: string | undefined
}

/** Begins a draft and gives it an address that no other entry of its kind has. */
export function beginEntry(
  db: Db,
  actor: Actor,
  { kind, title, parentId }: BegunEntry,
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
    await insertVersion(db, { entryId: id, number: 1, kind, data: { title }, savedBy: staffIdOf(actor) }, now)
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
  /** The version that the writer began from. */
  base: number
  data: Draft
  note?: string
}

/**
 * Makes what was written the newest version. A save that began from an older one is refused, so that nobody
 * overwrites what they have not seen; one that changes nothing makes no version.
 */
export function saveEntry(
  db: Db,
  actor: Actor,
  { id, base, data, note }: Save,
  now: Date,
): Promise<Outcome<SaveRefusal, { version: number }>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    const who = await rightsOf(db, actor)
    if (!entry) return { ok: false, reason: 'not-found' }
    if (!who || !maySave(entry, who)) return { ok: false, reason: 'not-open' }
    if (entry.head_version !== base) return { ok: false, reason: 'conflict' }

    const checked = withAnchors(entry.kind, fitting(entry.kind, data))
    const changes = await changesIn(db, entry, checked)
    await forgetWorkingCopy(db, id, actor)
    if (changes === undefined) return { ok: true, version: base }

    const version = base + 1
    await insertVersion(
      db,
      {
        entryId: id,
        number: version,
        kind: entry.kind,
        data: checked,
        savedBy: staffIdOf(actor),
        ...(note !== undefined && { note }),
      },
      now,
    )
    await db
      .updateTable('entry')
      .set({
        head_version: version,
        state: stateAfterSave(entry.state),
        updated_at: now.getTime(),
        updated_by: staffIdOf(actor),
      })
      .where('id', '=', id)
      .execute()
    await record(
      db,
      actor,
      'entry.saved',
      `entry:${id}`,
      { title: checked.title ?? '', version, changes },
      now,
    )
    return { ok: true, version }
  })
}

/** Makes an older version the newest one again; what came between stays in the history. */
export async function restoreVersion(
  db: Db,
  actor: Actor,
  { id, base, number }: { id: string; base: number; number: number },
  now: Date,
): Promise<Outcome<SaveRefusal, { version: number }>> {
  return inTransaction(db, async (db) => {
    const data = await findVersion(db, id, number)
    if (!data) return { ok: false, reason: 'not-found' }
    return saveEntry(db, actor, { id, base, data, note: `Version ${number} again` }, now)
  })
}

/** Whoever calls has read it by the schema already; whatever came another way fails here. */
function fitting(kind: Kind, data: Draft): Draft {
  const read = readDraft(kind, data)
  if (!read.ok) throw new Error(`Saving a ${kind} that does not fit: ${Object.keys(read.errors).join(', ')}`)
  return read.data
}

/** In words, field by field; undefined where both say the same. */
async function changesIn(db: Db, entry: LockedEntry, data: Draft) {
  const { kind } = entry
  const before = await readHead(db, entry)
  if (Object.keys(differenceOf(before, data)).length === 0) return undefined
  const names = await findFileNames(db, kind, [before, data])
  return differenceOf(wordsOf(kind, before, names), wordsOf(kind, data, names)) satisfies Changes
}

function wordsOf(kind: Kind, data: Draft, names: FileNames) {
  return Object.fromEntries(textsOf(kind, data, names).map(({ label, text }) => [label, text]))
}

async function forgetWorkingCopy(db: Db, id: string, actor: Actor) {
  const staffId = staffIdOf(actor)
  if (staffId === null) return
  await db.deleteFrom('working_copy').where('entry_id', '=', id).where('staff_id', '=', staffId).execute()
}

export function staffIdOf(actor: Actor): string | null {
  return actor.kind === 'staff' ? actor.id : null
}

/** Takes every invented entry off the site, for good. */
export function removeSampleEntries(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const samples = await db.selectFrom('entry').select('id').where('sample_at', 'is not', null).execute()
    for (const { id } of samples) await hideFromSearch(db, id)
    // Children first: a recipient names its award.
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
