import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { pageAddress, pageAddresses } from '#features/content/addresses/addresses.ts'
import { inParts } from '#features/content/text/in-parts.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'

/** Something published, as visitors may read it. */
export interface Entry<K extends Kind = Kind> {
  id: string
  slug: string
  sample: boolean
  publishedAt: number
  updatedAt: number
  data: Data<K>
}

export async function findEntry<K extends Kind>(
  db: Db,
  kind: K,
  slug: string,
): Promise<Entry<K> | undefined> {
  const row = await published(db, kind).where('entry.slug', '=', slug).executeTakeFirst()
  return row && toEntry<K>(row)
}

/** Everything published of a kind, in the order set by staff. */
export async function listEntries<K extends Kind>(db: Db, kind: K): Promise<Entry<K>[]> {
  const rows = await published(db, kind).orderBy('entry.position').orderBy('entry_version.title').execute()
  return rows.map(toEntry<K>)
}

/** Part of what is published of a kind and has a day or a year, newest first. */
export async function listLatest<K extends Kind>(
  db: Db,
  kind: K,
  max = 1000,
  after = 0,
): Promise<Entry<K>[]> {
  // Ordered without the data, so that long texts are read only for the rows that are shown.
  const latest = await liveOf(db, kind)
    .select('entry.id')
    .orderBy(sql`coalesce(entry_version.starts_on, cast(entry_version.year as text), '')`, 'desc')
    .orderBy('entry_version.title')
    .limit(max)
    .offset(after)
    .execute()
  return readInOrder(
    db,
    kind,
    latest.map(({ id }) => id),
  )
}

/** The latest publications of a kind, newest first. */
export async function listLastPublished<K extends Kind>(db: Db, kind: K, max: number): Promise<Entry<K>[]> {
  const latest = await db
    .selectFrom('entry')
    .select('id')
    .where('kind', '=', kind)
    .where('live_version', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return readInOrder(
    db,
    kind,
    latest.map(({ id }) => id),
  )
}

/** How many entries of a kind visitors can read. */
export async function countPublished(db: Db, kind: Kind): Promise<number> {
  const { count } = await db
    .selectFrom('entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('live_version', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

async function readInOrder<K extends Kind>(db: Db, kind: K, ids: string[]): Promise<Entry<K>[]> {
  const rows = await inParts(ids, (part) => published(db, kind).where('entry.id', 'in', part).execute())
  const entries = new Map(rows.map((row) => [row.id, toEntry<K>(row)]))
  return ids.flatMap((id) => entries.get(id) ?? [])
}

/** Who received an award, latest year first. */
export async function listRecipients(db: Db, awardId: string): Promise<Entry<'recipient'>[]> {
  const rows = await published(db, 'recipient')
    .where('entry.parent_id', '=', awardId)
    .orderBy('entry_version.year', 'desc')
    .orderBy('entry_version.title')
    .execute()
  return rows.map(toEntry<'recipient'>)
}

/** The id, slug and last change of everything published. */
export function listPublishedSlugs(db: Db) {
  return db
    .selectFrom('entry')
    .select(['id', 'kind', 'slug', 'updated_at', 'sample_at'])
    .where('live_version', 'is not', null)
    .orderBy('kind')
    .orderBy('slug')
    .execute()
}

/** The titles of published entries, by id. */
export async function readTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await live(db)
    .select(['entry.id', 'entry_version.title'])
    .where('entry.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The pages that staff added and published, by title. */
export async function listExtraPages(db: Db) {
  const rows = await published(db, 'page')
    .select('entry_version.title')
    .where('entry.slug', 'not in', Object.keys(pageAddresses))
    .orderBy('entry_version.title')
    .execute()
  return rows.map(({ slug, title }) => ({ title, href: pageAddress(slug) }))
}

function published(db: Db, kind: Kind) {
  return liveOf(db, kind).select([
    'entry.id',
    'entry.slug',
    'entry.sample_at',
    'entry.published_at',
    'entry.updated_at',
    'entry_version.data',
  ])
}

function liveOf(db: Db, kind: Kind) {
  return live(db).where('entry.kind', '=', kind)
}

function live(db: Db) {
  return db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.live_version'),
    )
    .where('entry.live_version', 'is not', null)
}

interface Row {
  id: string
  slug: string
  sample_at: number | null
  published_at: number | null
  updated_at: number
  data: string
}

function toEntry<K extends Kind>(row: Row): Entry<K> {
  return {
    id: row.id,
    slug: row.slug,
    sample: row.sample_at !== null,
    publishedAt: row.published_at ?? row.updated_at,
    updatedAt: row.updated_at,
    data: fromJson<Data<K>>(row.data),
  }
}
