import { sql, type Expression } from 'kysely'
import { seqsWithWords } from '#db/search/audit-words.server.ts'
import { contains } from '#db/search/contains.ts'
import { subjectsHiddenFrom } from '#db/search/hidden-cases.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { unindexed } from '#db/engine/unindexed.server.ts'
import { plainText, soughtCompounds } from '#db/search/words.ts'
import { actorName, type Actor } from './actor.ts'
import type { ReadEntry } from './describe.ts'
import type { Details } from './details.ts'
import { hideWordsFrom, hideWordsIn } from './hidden-words.server.ts'

export interface EntryFilter {
  /** `staff:<id>`, `visitor` or `system`. */
  actor?: string
  subject?: string
  /** The name of an action, or only its noun: `staff`. */
  action?: string
  from?: Date
  /** The first moment after the range. */
  to?: Date
  /** Words in the details or in the name of a member of staff. */
  q?: string
  /** Leaves out entries about reading. */
  withoutReading?: boolean
}

const entriesPerPage = 50
const entriesAtOnce = 500

/** A common word is in nearly every entry; nobody reads that far, and counting them all would take long. */
const searchReach = 10_000

/** What the viewer may see of the trail, newest first; a search returns only the newest few thousand. */
export async function listEntries(
  db: Db,
  viewer: Actor,
  filter: EntryFilter,
  page: number,
  reach = filter.q === undefined ? undefined : searchReach,
) {
  const found = await find(db, viewer, filter)
  const part = { limit: entriesPerPage, offset: (page - 1) * entriesPerPage }
  const { rows, total, isCut } = await (reach === undefined
    ? readPart(db, found, part)
    : searchPart(db, found, part, reach))
  const names = await readStaffNames(db, rows)
  const hide = await hideWordsIn(db, viewer, rows)
  const entries = rows.map((row) => toRead(row, names, hide))
  return {
    entries,
    total,
    isCut,
    page,
    pageSize: entriesPerPage,
    pages: Math.max(1, Math.ceil(total / entriesPerPage)),
  }
}

async function readPart(db: Db, found: Found, part: PagePart) {
  const rows = await readRows(db, found, part)
  const isEndInSight = rows.length < part.limit && (rows.length > 0 || part.offset === 0)
  return { rows, total: isEndInSight ? part.offset + rows.length : await count(db, found), isCut: false }
}

async function searchPart(db: Db, found: Found, part: PagePart, reach: number) {
  const total = await count(db, found, reach + 1)
  if (total <= reach) return { rows: await readRows(db, found, part), total, isCut: false }
  return { rows: part.offset < reach ? await readNewest(db, found, part) : [], total: reach, isCut: true }
}

/** How many entries `eachEntry` would return. */
export async function countEntries(db: Db, viewer: Actor, filter: EntryFilter): Promise<number> {
  return count(db, await find(db, viewer, filter))
}

/** The numbers of entries, found in indexes alone; only those of a page are read. */
type Found = Expression<{ seq: number }>

interface PagePart {
  limit: number
  offset: number
}

interface Part extends Partial<PagePart> {
  limit: number
  above?: number
  below?: number
}

/** For words in nearly every entry, the newest matches are among the newest entries; sorting all would take long. */
async function readNewest(db: Db, found: Found, { limit, offset }: PagePart) {
  const { last } = await db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  for (let among = 4 * (offset + limit); ; among *= 8) {
    const above = Math.max(0, last - among)
    const rows = await readRows(db, found, { limit, offset, above })
    if (rows.length === limit || above === 0) return rows
  }
}

function readRows(db: Db, found: Found, { limit, offset = 0, above = 0, below }: Part) {
  const bounds = [
    ...(above > 0 ? [sql`seq > ${above}`] : []),
    ...(below === undefined ? [] : [sql`seq < ${below}`]),
  ]
  const narrower = bounds.length > 0 ? sql`where ${sql.join(bounds, sql` and `)}` : sql``
  return db
    .selectFrom(
      sql<{ seq: number }>`(
        select seq from ${found} as fitting ${narrower} order by seq desc limit ${limit} offset ${offset}
      )`.as('found'),
    )
    .innerJoin('audit_entry', 'audit_entry.seq', 'found.seq')
    .leftJoin('audit_detail', 'audit_detail.seq', 'found.seq')
    .select(['audit_entry.seq', 'at', 'actor', 'action', 'subject', 'body'])
    .orderBy('audit_entry.seq', 'desc')
    .execute()
}

async function count(db: Db, found: Found, most?: number): Promise<number> {
  const bound = most === undefined ? sql`` : sql`limit ${most}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select seq from ${found} as fitting ${bound}) as counted`.execute(db)
  return rows[0]!.total
}

/** Everything matching that the viewer may see, newest first, read a few hundred at a time. */
export async function* eachEntry(db: Db, viewer: Actor, filter: EntryFilter): AsyncGenerator<ReadEntry> {
  const found = await find(db, viewer, filter)
  const hide = await hideWordsFrom(db, viewer)
  let below = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await readRows(db, found, { limit: entriesAtOnce, below })
    const names = await readStaffNames(db, rows)
    for (const row of rows) yield toRead(row, names, hide)
    if (rows.length < entriesAtOnce) return
    below = rows.at(-1)?.seq ?? 0
  }
}

/** What happened to one thing, as far as the viewer may see it, newest first. Reads are left out. */
export function listHistoryOf(db: Db, viewer: Actor, subject: string, page: number) {
  return listEntries(db, viewer, { subject, withoutReading: true }, page)
}

/** The actions in what the viewer may see, by name, for a filter. */
export async function listActions(db: Db, viewer: Actor): Promise<string[]> {
  if (!seesAll(viewer)) {
    const rows = await visibleTo(db, viewer).select('action').distinct().orderBy('action').execute()
    return rows.map((row) => row.action)
  }
  // Skips from each action to the next in the index: there are few actions and very many entries.
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      select min(action) from audit_entry
      union all
      select (select min(action) from audit_entry where action > known.action)
      from known where known.action is not null
    )
    select action from known where action is not null order by action`.execute(db)
  return rows.map((row) => row.action)
}

/** Administrators see everything, everyone else only what they did themselves. */
function visibleTo(db: Db, viewer: Actor) {
  const entries = db.selectFrom('audit_entry')
  if (seesAll(viewer)) return entries
  // Visitors have no name in the trail: all of them share one.
  return entries.where('actor', '=', viewer.kind === 'staff' ? actorName(viewer) : '')
}

/** Finding a colleague's search terms would tell the viewer what `hideWordsFrom` leaves out. */
function withoutLooks(db: Db, viewer: Actor): Entries {
  return visibleTo(db, viewer).where((eb) =>
    eb.or([
      eb('actor', '=', actorName(viewer)),
      eb.and([eb('action', 'not like', '%.read'), eb('action', 'not like', '%.exported')]),
    ]),
  )
}

function seesAll(viewer: Actor): boolean {
  return viewer.kind === 'staff' && viewer.role === 'admin'
}

type Entries = ReturnType<typeof visibleTo>

/** What the details must contain, or the name of one of these members of staff. */
interface Sought {
  text: string
  words: string[]
  /** It has characters that the words do not have. */
  hasSigns: boolean
  staff: string[]
}

async function find(db: Db, viewer: Actor, { action, q, ...filter }: EntryFilter): Promise<Found> {
  const sought: Sought[] = []
  for (const text of (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8))
    sought.push({ text, ...wordsIn(text), staff: await listStaffCalled(db, text) })
  const actions = action === undefined ? undefined : await actionsOf(db, viewer, action)
  const hidden = viewer.kind === 'staff' ? await subjectsHiddenFrom(db, viewer.id) : []

  const isForWords =
    sought.length > 0 && sought.every(({ hasSigns, staff }) => !hasSigns && staff.length === 0)
  const isElsePlain = actions === undefined && Object.values(filter).every((value) => value === undefined)
  // The index of the words alone tells which entries match and how many.
  if (isForWords && isElsePlain && seesAll(viewer) && hidden.length === 0)
    return seqsWithWords(
      db,
      sought.flatMap(({ words }) => words),
    )
  const visible = hidden.length > 0 && sought.length > 0 ? withoutLooks(db, viewer) : visibleTo(db, viewer)
  return narrow(db, visible, { ...filter, actions, sought, hidden }).select('audit_entry.seq')
}

async function actionsOf(db: Db, viewer: Actor, action: string): Promise<string[]> {
  if (action.includes('.')) return [action]
  return (await listActions(db, viewer)).filter((known) => known.startsWith(`${action}.`))
}

async function listStaffCalled(db: Db, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_user')
    .select('id')
    .where((eb) => eb.or([contains(sql.ref('name'), word), contains(sql.ref('email'), word)]))
    .execute()
  return rows.map(({ id }) => `staff:${id}`)
}

interface Narrowing extends Omit<EntryFilter, 'action' | 'q'> {
  actions: string[] | undefined
  sought: Sought[]
  /** The audit names of the cases that name the viewer. */
  hidden: string[]
}

function narrow(db: Db, entries: Entries, filter: Narrowing): Entries {
  const { actor, subject, actions, from, to, sought, hidden, withoutReading } = filter
  // Reads part of the trail in order; with these conditions SQLite would collect all matches and sort them.
  const [doneAction, doneAt] = [unindexed<string>(db, 'action'), unindexed<number>(db, 'at')]
  let narrowed = withoutReading ? entries.where('action', 'not like', '%.read') : entries
  if (hidden.length > 0)
    narrowed = narrowed.where((eb) => eb.or([eb('subject', 'is', null), eb('subject', 'not in', hidden)]))
  if (actor !== undefined) narrowed = narrowed.where('actor', '=', actor)
  if (subject !== undefined) narrowed = narrowed.where('subject', '=', subject)
  if (actions !== undefined)
    narrowed =
      actions.length > 0 ? narrowed.where(doneAction, 'in', actions) : narrowed.where(sql<boolean>`1 = 0`)
  if (from !== undefined) narrowed = narrowed.where(doneAt, '>=', from.getTime())
  if (to !== undefined) narrowed = narrowed.where(doneAt, '<', to.getTime())
  for (const each of sought) narrowed = narrowed.where(matchesText(db, each))
  return narrowed
}

function wordsIn(text: string) {
  const words = soughtCompounds(text)
  const plain = plainText(text).replaceAll(apostropheInside, '')
  return { words, hasSigns: words.length === 0 || words.join('').length < plain.length }
}

/** The words cover names such as O'Brien without it. */
const apostropheInside = /(?<=\p{L})'(?=\p{L})/gu

function matchesText(db: Db, { text, words, hasSigns, staff }: Sought) {
  const conditions = [
    ...(words.length > 0 ? [sql<boolean>`audit_entry.seq in ${seqsWithWords(db, words)}`] : []),
    ...(hasSigns ? [holds(db, text)] : []),
  ]
  const inDetails = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  if (staff.length === 0) return inDetails
  const names = sql.join(staff)
  return sql<boolean>`(${inDetails} or actor in (${names}) or subject in (${names}))`
}

/** A search for special characters scans the details themselves. */
function holds(db: Db, text: string) {
  const details = db
    .selectFrom('audit_detail')
    .select('seq')
    .where(sql<boolean>`audit_detail.seq = audit_entry.seq`)
    .where(contains(sql.ref('body'), JSON.stringify(text).slice(1, -1)))
  return sql<boolean>`exists ${details}`
}

async function readStaffNames(db: Db, rows: { actor: string; subject: string }[]) {
  const ids = new Set(rows.flatMap((row) => [row.actor, row.subject]).flatMap(staffIdOf))
  if (ids.size === 0) return new Map<string, string>()
  const staff = await db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(staff.map(({ id, name }) => [`staff:${id}`, name]))
}

function staffIdOf(name: string): string[] {
  return name.startsWith('staff:') ? [name.slice('staff:'.length)] : []
}

interface Row {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  body: string | null
}

type Hide = Awaited<ReturnType<typeof hideWordsFrom>>

function toRead({ body, ...row }: Row, names: Map<string, string>, hide: Hide): ReadEntry {
  return {
    ...row,
    at: new Date(row.at),
    actorName: names.get(row.actor),
    subjectName: names.get(row.subject),
    details: body === null ? undefined : hide(row, fromJson<Details>(body)),
  }
}
