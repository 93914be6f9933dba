import { sql } from 'kysely'
import { contains } from '#db/contains.ts'
import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { actorName, type Actor } from './actor.ts'
import type { ReadEntry } from './describe.ts'
import type { Details } from './details.ts'

export interface EntryFilter {
  /** `staff:<id>`, `visitor` or `system`. */
  actor?: string
  subject?: string
  /** The name of an action, or only its noun: `staff`. */
  action?: string
  from?: Date
  /** The first moment that no longer counts. */
  to?: Date
  /** Words in the details or in the name of a member of staff. */
  q?: string
  /** Leaves out that somebody looked at something. */
  withoutReading?: boolean
}

const entriesPerPage = 50
const entriesAtOnce = 500

/** What the viewer may see of the trail, the newest first. */
export async function listEntries(db: Db, viewer: Actor, filter: EntryFilter, page: number) {
  const found = narrow(db, visibleTo(db, viewer), filter)
  const before = (page - 1) * entriesPerPage
  const rows = await found
    .leftJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['audit_entry.seq', 'at', 'actor', 'action', 'subject', 'body'])
    .orderBy('audit_entry.seq', 'desc')
    .limit(entriesPerPage)
    .offset(before)
    .execute()
  const isEndInSight = rows.length < entriesPerPage && (rows.length > 0 || page === 1)
  const total = isEndInSight ? before + rows.length : await count(found)
  const names = await readStaffNames(db, rows)
  const entries = rows.map((row) => toRead(row, names))
  return {
    entries,
    total,
    page,
    pageSize: entriesPerPage,
    pages: Math.max(1, Math.ceil(total / entriesPerPage)),
  }
}

async function count(found: Entries): Promise<number> {
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

/** All that the viewer may see of what fits, the newest first, a few hundred read at a time. */
export async function* eachEntry(db: Db, viewer: Actor, filter: EntryFilter): AsyncGenerator<ReadEntry> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await narrow(db, visibleTo(db, viewer), filter)
      .leftJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
      .select(['audit_entry.seq', 'at', 'actor', 'action', 'subject', 'body'])
      .where('audit_entry.seq', '<', before)
      .orderBy('audit_entry.seq', 'desc')
      .limit(entriesAtOnce)
      .execute()
    const names = await readStaffNames(db, rows)
    for (const row of rows) yield toRead(row, names)
    if (rows.length < entriesAtOnce) return
    before = rows.at(-1)?.seq ?? 0
  }
}

/** What happened to one thing, as far as the viewer may see it, the newest first. Who looked at it is not here. */
export function listHistoryOf(db: Db, viewer: Actor, subject: string, page: number) {
  return listEntries(db, viewer, { subject, withoutReading: true }, page)
}

/** The actions that stand in what the viewer may see, by name, for a filter to choose from. */
export async function listActions(db: Db, viewer: Actor): Promise<string[]> {
  const rows = await visibleTo(db, viewer).select('action').distinct().orderBy('action').execute()
  return rows.map((row) => row.action)
}

/** Administrators see everything, everybody else only what they did themselves. */
function visibleTo(db: Db, viewer: Actor) {
  const entries = db.selectFrom('audit_entry')
  if (viewer.kind === 'staff' && viewer.role === 'admin') return entries
  // A visitor has no name in the trail: all of them share one.
  return entries.where('actor', '=', viewer.kind === 'staff' ? actorName(viewer) : '')
}

type Entries = ReturnType<typeof visibleTo>

function narrow(db: Db, entries: Entries, filter: EntryFilter): Entries {
  const { actor, subject, action, from, to, q, withoutReading } = filter
  let narrowed = withoutReading ? entries.where('action', 'not like', '%.read') : entries
  if (actor !== undefined) narrowed = narrowed.where('actor', '=', actor)
  if (subject !== undefined) narrowed = narrowed.where('subject', '=', subject)
  if (action?.includes('.')) narrowed = narrowed.where('action', '=', action)
  else if (action !== undefined) narrowed = narrowed.where(contains(sql.ref('action'), `${action}.`, 'start'))
  if (from !== undefined) narrowed = narrowed.where('at', '>=', from.getTime())
  if (to !== undefined) narrowed = narrowed.where('at', '<', to.getTime())
  for (const word of wordsOf(q)) narrowed = narrowed.where(telling(db, word))
  return narrowed
}

function wordsOf(q = ''): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, 8)
}

function telling(db: Db, word: string) {
  const inDetails = db
    .selectFrom('audit_detail')
    .select('seq')
    .where(sql<boolean>`audit_detail.seq = audit_entry.seq`)
    .where(contains(sql.ref('body'), JSON.stringify(word).slice(1, -1)))
  const staff = db
    .selectFrom('staff_user')
    .select(sql<string>`'staff:' || id`.as('name'))
    .where(sql<boolean>`${contains(sql.ref('name'), word)} or ${contains(sql.ref('email'), word)}`)
  return sql<boolean>`(exists ${inDetails} or actor in ${staff} or subject in ${staff})`
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

function toRead({ body, ...row }: Row, names: Map<string, string>): ReadEntry {
  return {
    ...row,
    at: new Date(row.at),
    actorName: names.get(row.actor),
    subjectName: names.get(row.subject),
    details: body === null ? undefined : fromJson<Details>(body),
  }
}
