import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import {
  putSearchEntries,
  removeSearchEntriesBelow,
  removeSearchEntry,
} from '#db/search/search-index.server.ts'
import type { Db, EntryState } from '#db/schema/tables.ts'
import { datesOf } from '#features/content/kinds/dates.ts'
import type { Draft } from './drafts.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import { refsOf } from '#features/content/addresses/refs.ts'
import { articleTextsOf, searchTextOf } from '#features/content/text/search-text.ts'

/** The rows of an entry, for the operations of this folder. */

export interface LockedEntry {
  id: string
  kind: Kind
  slug: string
  parent_id: string | null
  position: number
  state: EntryState
  head_version: number
  live_version: number | null
  published_at: number | null
  publish_at: number | null
  unpublish_at: number | null
  sample_at: number | null
}

export async function lockEntry(db: Db, id: string): Promise<LockedEntry | undefined> {
  const row = await db
    .selectFrom('entry')
    .select([
      ...(['id', 'kind', 'slug', 'parent_id', 'position', 'state', 'head_version', 'live_version'] as const),
      ...(['published_at', 'publish_at', 'unpublish_at', 'sample_at'] as const),
    ])
    .where('id', '=', id)
    .$call(lockRows(db))
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as Kind }
}

export interface NewVersion {
  entryId: string
  number: number
  kind: Kind
  data: Draft
  savedBy?: string | null
  note?: string
}

/** A version is written once and never changed. */
export async function insertVersion(db: Db, version: NewVersion, now: Date): Promise<void> {
  const { entryId: entry_id, number, kind, data, savedBy = null, note = null } = version
  await db
    .insertInto('entry_version')
    .values({
      entry_id,
      number,
      title: data.title ?? untitled,
      data: toJson(data),
      saved_at: now.getTime(),
      saved_by: savedBy,
      note,
      ...datesInOrder(data),
    })
    .execute()
  const refs = refsOf(kind, data).map((ref) => ({ entry_id, number, ...ref }))
  if (refs.length) await db.insertInto('entry_version_ref').values(refs).execute()
}

export const untitled = 'Untitled'

/** A draft may still end before it starts; only the sort columns must not. */
function datesInOrder(data: Draft) {
  const dates = datesOf(data)
  const { starts_on, ends_on } = dates
  return starts_on !== null && ends_on !== null && ends_on < starts_on ? { ...dates, ends_on: null } : dates
}

export function readHead(db: Db, entry: Pick<LockedEntry, 'id' | 'head_version'>): Promise<Draft> {
  return readData(db, entry.id, entry.head_version)
}

/** The current title of the entry for staff. */
export async function titleOf(db: Db, { id, head_version }: Pick<LockedEntry, 'id' | 'head_version'>) {
  return (await readData(db, id, head_version)).title ?? untitled
}

export async function readData(db: Db, id: string, number: number): Promise<Draft> {
  const data = await findVersion(db, id, number)
  if (!data) throw new Error(`Entry ${id} has no version ${number}.`)
  return data
}

export async function findVersion(db: Db, id: string, number: number): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('entry_version')
    .select('data')
    .where('entry_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && fromJson<Draft>(row.data)
}

interface ShownEntry {
  id: string
  kind: Kind
  slug: string
  parent?: { slug: string }
  sampleAt: number | null
  data: Data
}

/** Lets the site search find what visitors see now, and nothing older. */
export async function showInSearch(db: Db, entry: ShownEntry): Promise<void> {
  const found = searchTextOf(entry)
  if (!found) return
  const { id, sampleAt } = entry
  const articles = articleTextsOf(entry).map(({ slug, ...text }) => ({
    ...text,
    subject: articleSubject,
    subjectId: articleId(id, slug),
    sampleAt,
  }))
  if (entry.kind === 'newsletter') await removeSearchEntriesBelow(db, articleSubject, articleId(id))
  await putSearchEntries(db, [{ subject: 'entry', subjectId: id, sampleAt, ...found }, ...articles])
}

export async function hideFromSearch(db: Db, id: string): Promise<void> {
  await removeSearchEntry(db, 'entry', id)
  await removeSearchEntriesBelow(db, articleSubject, articleId(id))
}

/** In the search an article of an issue is a subject of its own. */
const articleSubject = 'article'

function articleId(entryId: string, slug = '') {
  return `${entryId}/${slug}`
}
