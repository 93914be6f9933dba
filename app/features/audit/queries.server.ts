import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from './actor.ts'
import type { ReadEntry } from './describe.ts'
import type { Details } from './details.ts'
import { hideWordsFrom, hideWordsIn } from './hidden-words.server.ts'
import { type EntryFilter, type MatchingEntries, findMatching } from './matching-entries.server.ts'

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
  const found = await findMatching(db, viewer, filter)
  const part = { limit: entriesPerPage, offset: (page - 1) * entriesPerPage }
  const { rows, total, isCut } = await (reach === undefined
    ? readPart(db, found, part)
    : searchPart(db, found, part, reach))
  const names = await readNames(db, rows)
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

async function readPart(db: Db, found: MatchingEntries, part: PagePart) {
  const rows = await readRows(db, found, part)
  const isEndInSight = rows.length < part.limit && (rows.length > 0 || part.offset === 0)
  return { rows, total: isEndInSight ? part.offset + rows.length : await count(db, found), isCut: false }
}

async function searchPart(db: Db, found: MatchingEntries, part: PagePart, reach: number) {
  const total = await count(db, found, reach + 1)
  if (total <= reach) return { rows: await readRows(db, found, part), total, isCut: false }
  return { rows: part.offset < reach ? await readNewest(db, found, part) : [], total: reach, isCut: true }
}

/** How many entries `eachEntry` would return. */
export async function countEntries(db: Db, viewer: Actor, filter: EntryFilter): Promise<number> {
  return count(db, await findMatching(db, viewer, filter))
}

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
async function readNewest(db: Db, found: MatchingEntries, { limit, offset }: PagePart) {
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

function readRows(db: Db, found: MatchingEntries, { limit, offset = 0, above = 0, below }: Part) {
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

async function count(db: Db, found: MatchingEntries, max?: number): Promise<number> {
  const bound = max === undefined ? sql`` : sql`limit ${max}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select seq from ${found} as fitting ${bound}) as counted`.execute(db)
  return rows[0]!.total
}

/** Everything matching that the viewer may see, newest first, read a few hundred at a time. */
export async function* eachEntry(db: Db, viewer: Actor, filter: EntryFilter): AsyncGenerator<ReadEntry> {
  const found = await findMatching(db, viewer, filter)
  const hide = await hideWordsFrom(db, viewer)
  let below = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await readRows(db, found, { limit: entriesAtOnce, below })
    const names = await readNames(db, rows)
    for (const row of rows) yield toRead(row, names, hide)
    if (rows.length < entriesAtOnce) return
    below = rows.at(-1)?.seq ?? 0
  }
}

/** What happened to one thing, as far as the viewer may see it, newest first. Reads are left out. */
export function listHistoryOf(db: Db, viewer: Actor, subject: string, page: number) {
  return listEntries(db, viewer, { subject, withoutReading: true }, page)
}

async function readNames(db: Db, rows: { actor: string; subject: string }[]) {
  const all = rows.flatMap((row) => [row.actor, row.subject])
  return new Map([
    ...(await readStaffNames(db, idsIn(all, 'staff:'))),
    ...(await readHelperNames(db, idsIn(all, 'helper:'))),
  ])
}

async function readStaffNames(db: Db, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const staff = await db.selectFrom('staff_user').select(['id', 'name']).where('id', 'in', ids).execute()
  return staff.map(({ id, name }) => [`staff:${id}`, name])
}

/** With the name of the person for whom they act. */
async function readHelperNames(db: Db, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const helpers = await db
    .selectFrom('own_helper')
    .innerJoin('person', 'person.id', 'own_helper.person_id')
    .select(['own_helper.id', 'name', 'given_name as givenName', 'family_name as familyName'])
    .where('own_helper.id', 'in', ids)
    .execute()
  return helpers.map(({ id, name, givenName, familyName }) => {
    const whom = [givenName, familyName].filter(Boolean).join(' ')
    return [`helper:${id}`, `${name} (helper of ${whom})`]
  })
}

function idsIn(names: string[], prefix: string): string[] {
  const own = names.filter((name) => name.startsWith(prefix))
  return [...new Set(own.map((name) => name.slice(prefix.length)))]
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
