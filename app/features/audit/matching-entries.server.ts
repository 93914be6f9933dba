import { sql, type Expression } from 'kysely'
import { seqsWithWords } from '#db/search/audit-words.server.ts'
import { contains } from '#db/search/contains.ts'
import { subjectsHiddenFrom } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { unindexed } from '#db/engine/unindexed.server.ts'
import { plainText, soughtCompounds } from '#db/search/words.ts'
import type { Actor } from './actor.ts'
import { type Entries, listActions, seesAll, visibleTo, withoutLooks } from './visible-entries.server.ts'

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

/** The numbers of entries, found in indexes alone; only those of a page are read. */
export type MatchingEntries = Expression<{ seq: number }>

/** What the details must contain, or the name of one of these members of staff. */
interface Sought {
  text: string
  words: string[]
  /** It has characters that the words do not have. */
  hasSigns: boolean
  staff: string[]
}

export async function findMatching(
  db: Db,
  viewer: Actor,
  { action, q, ...filter }: EntryFilter,
): Promise<MatchingEntries> {
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
