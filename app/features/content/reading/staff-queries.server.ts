import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, EntryState } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { EntryListQuery } from '#features/content/entry/form.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { typeField } from '#features/content/kinds/fields.ts'

/** What staff read about entries: every state, every version. */

const entriesPerPage = 50
/** How far to read beyond a page, so that a list that ends there needs no separate count. */
const countedAhead = 500
const linesAtOnce = 500

export interface EntryLine {
  id: string
  slug: string
  title: string
  state: EntryState
  version: number
  isLive: boolean
  sample: boolean
  /** The award of a recipient. */
  parentTitle: string | null
  day: string | null
  publishAt: number | null
  updatedAt: number
  updatedBy: string | null
}

/** The matching entries of a kind, latest change first unless the query says otherwise. */
export async function listForStaff(db: Db, kind: Kind, query: EntryListQuery) {
  const before = (query.page - 1) * entriesPerPage
  const { found, total } = await (query.q ? findAndCount : findThenCount)(db, kind, query, before)
  const entries = await readLines(db, found)
  return { entries, total, pageSize: entriesPerPage, pages: Math.max(1, Math.ceil(total / entriesPerPage)) }
}

/** A word search reads every title anyway, so it counts in the same pass. */
async function findAndCount(db: Db, kind: Kind, query: EntryListQuery, before: number) {
  const found = await inOrder(narrowHeads(db, kind, query), query)
    .select(['entry.id', sql<number>`count(*) over ()`.as('total')])
    .limit(entriesPerPage)
    .offset(before)
    .execute()
  return { found, total: found[0]?.total ?? (before === 0 ? 0 : await countForStaff(db, kind, query)) }
}

/** Otherwise the indexes return the first ones immediately and the count without the titles. */
async function findThenCount(db: Db, kind: Kind, query: EntryListQuery, before: number) {
  const seen = await inOrder(narrowed(db, kind, query), query)
    .select('entry.id')
    .limit(countedAhead)
    .offset(before)
    .execute()
  const isEndInSight = seen.length < countedAhead && (seen.length > 0 || before === 0)
  const total = isEndInSight ? before + seen.length : await countForStaff(db, kind, query)
  return { found: seen.slice(0, entriesPerPage), total }
}

/** All matches in the order of the list, read a few hundred at a time. */
export async function* eachForStaff(db: Db, kind: Kind, query: EntryListQuery): AsyncGenerator<EntryLine> {
  const found = await inOrder(narrowHeads(db, kind, query), query)
    .select('entry.id')
    .execute()
  for (let start = 0; start < found.length; start += linesAtOnce)
    yield* await readLines(db, found.slice(start, start + linesAtOnce))
}

export async function countForStaff(db: Db, kind: Kind, query: EntryListQuery): Promise<number> {
  const { sort: _, ...unordered } = query
  const { total } = await narrowed(db, kind, unordered)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The lines of these entries, in the order given. */
async function readLines(db: Db, found: { id: string }[]): Promise<EntryLine[]> {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await allHeads(db)
    .leftJoin('staff_user', 'staff_user.id', 'entry.updated_by')
    .leftJoin('entry as parent', 'parent.id', 'entry.parent_id')
    .leftJoin('entry_version as parent_head', (join) =>
      join
        .onRef('parent_head.entry_id', '=', 'parent.id')
        .onRef('parent_head.number', '=', 'parent.head_version'),
    )
    .select([
      'entry.id',
      'entry.slug',
      'head.title',
      'entry.state',
      'entry.head_version as version',
      'entry.live_version',
      'entry.sample_at',
      'parent_head.title as parentTitle',
      sql<string | null>`coalesce(head.starts_on, cast(head.year as text))`.as('day'),
      'entry.publish_at as publishAt',
      'entry.updated_at as updatedAt',
      'staff_user.name as updatedBy',
    ])
    .where('entry.id', 'in', ids)
    .execute()
  const lines = new Map(
    rows.map(({ live_version, sample_at, ...row }): [string, EntryLine] => [
      row.id,
      { ...row, isLive: live_version !== null, sample: sample_at !== null },
    ]),
  )
  return ids.flatMap((id) => lines.get(id) ?? [])
}

function ofKind(db: Db, kind: Kind) {
  return db.selectFrom('entry').where('entry.kind', '=', kind)
}

function heads(db: Db, kind: Kind) {
  return allHeads(db).where('entry.kind', '=', kind)
}

function allHeads(db: Db) {
  return db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
}

/** The newest versions are read only if a condition needs them. */
function narrowed(db: Db, kind: Kind, query: Narrowing) {
  return isOfHeads(query) ? narrowHeads(db, kind, query) : narrow(ofKind(db, kind), query)
}

function narrowHeads(db: Db, kind: Kind, query: Narrowing) {
  const entries = narrow(heads(db, kind), query)
  const field = query.type && typeField(kind)?.name
  if (!field) return entries
  // Quotation marks within a text are stored escaped, so only the field itself matches.
  return entries.where(sql<boolean>`head.data like ${`%"${field}":"${query.type}"%`}`)
}

/** Deleted entries show only when explicitly requested. */
function narrow<T extends Entries>(entries: T, { q, state, parent, by }: Narrowing): T {
  let narrowed: Entries = entries
  if (state === 'live') narrowed = narrowed.where('entry.live_version', 'is not', null)
  else if (state) narrowed = narrowed.where('entry.state', '=', state)
  else narrowed = narrowed.where('entry.state', '<>', 'binned')
  if (parent) narrowed = narrowed.where('entry.parent_id', '=', parent)
  if (by) narrowed = narrowed.where(sql<boolean>`head.saved_by = ${by}`)
  for (const word of (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8)) {
    narrowed = narrowed.where((eb) =>
      eb.or([contains(sql`head.title`, word), contains(sql`entry.slug`, word)]),
    )
  }
  return narrowed as T
}

type Entries = ReturnType<typeof ofKind>
type Narrowing = Partial<EntryListQuery>

function inOrder<T extends Entries>(entries: T, { sort, dir }: EntryListQuery): T {
  return entries.orderBy(orders[sort ?? 'updated'], sort ? dir : 'desc').orderBy('entry.id') as T
}

/** Whether a condition concerns the newest versions, so that each of them is read. */
function isOfHeads({ sort, q, type, by }: Narrowing): boolean {
  return sort === 'title' || sort === 'day' || Boolean(q) || Boolean(type) || Boolean(by)
}

const orders = {
  title: sql`lower(head.title)`,
  state: sql`entry.state`,
  day: sql`coalesce(head.starts_on, cast(head.year as text), '')`,
  updated: sql`entry.updated_at`,
}

/** How many entries are in each state, for the tabs above a list. */
export async function countStates(db: Db, kind: Kind): Promise<Partial<Record<EntryState, number>>> {
  const rows = await db
    .selectFrom('entry')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('kind', '=', kind)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export async function findForStaff(db: Db, id: string) {
  const row = await db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .leftJoin('staff_user', 'staff_user.id', 'entry.updated_by')
    .select([
      ...(['entry.id', 'entry.kind', 'entry.slug', 'entry.position', 'entry.state'] as const),
      ...(['entry.live_version', 'entry.head_version', 'entry.publish_at', 'entry.unpublish_at'] as const),
      ...(['entry.published_at', 'entry.updated_at', 'entry.sample_at', 'entry.binned_at'] as const),
      'head.title',
      'head.data',
      'staff_user.name as updatedBy',
    ])
    .where('entry.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { data, kind, ...entry } = row
  return { ...entry, kind: kind as Kind, data: fromJson<Draft>(data) }
}

export type StaffEntry = NonNullable<Awaited<ReturnType<typeof findForStaff>>>

/** Who else saved the versions after one, up to another, by name. */
export async function listSavers(
  db: Db,
  id: string,
  { after, upTo }: { after: number; upTo: number },
  actor: Actor,
): Promise<string[]> {
  const rows = await db
    .selectFrom('entry_version')
    .innerJoin('staff_user', 'staff_user.id', 'entry_version.saved_by')
    .select('staff_user.name')
    .distinct()
    .where('entry_id', '=', id)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .where('staff_user.id', '<>', actor.kind === 'staff' ? actor.id : '')
    .orderBy('staff_user.name')
    .execute()
  return rows.map(({ name }) => name)
}

const versionsPerPage = 50

/** The versions of an entry, newest first. */
export async function listVersions(db: Db, id: string, page: number) {
  const all = db.selectFrom('entry_version').where('entry_id', '=', id)
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const versions = await all
    .leftJoin('staff_user', 'staff_user.id', 'entry_version.saved_by')
    .select(['number', 'title', 'note', 'saved_at as savedAt', 'staff_user.name as savedBy'])
    .orderBy('number', 'desc')
    .limit(versionsPerPage)
    .offset((page - 1) * versionsPerPage)
    .execute()
  return {
    versions,
    total,
    pageSize: versionsPerPage,
    pages: Math.max(1, Math.ceil(total / versionsPerPage)),
  }
}

const maxCompared = 200

/** The newest versions to compare: when each was saved, and by whom. */
export function listVersionNames(db: Db, id: string) {
  return db
    .selectFrom('entry_version')
    .leftJoin('staff_user', 'staff_user.id', 'entry_version.saved_by')
    .select(['number', 'saved_at as savedAt', 'staff_user.name as savedBy'])
    .where('entry_id', '=', id)
    .orderBy('number', 'desc')
    .limit(maxCompared)
    .execute()
}

export type VersionName = Awaited<ReturnType<typeof listVersionNames>>[number]

/** The choices where one entry refers to another: the newest of a kind, by title. */
export async function listChoices(
  db: Db,
  kind: Kind,
): Promise<{ id: string; slug: string; title: string }[]> {
  return heads(db, kind)
    .select(['entry.id', 'entry.slug', 'head.title'])
    .where('entry.state', '<>', 'binned')
    .orderBy('entry.updated_at', 'desc')
    .limit(500)
    .execute()
}

/** How many entries are samples. */
export async function countSampleEntries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
