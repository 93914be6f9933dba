import { sql } from 'kysely'
import type { Db, EntryState } from '#db/schema/tables.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'

/** What the staff dashboards show of the entries: the newest version of each, whether visitors see it or not. */

export interface DeskLine {
  id: string
  kind: Kind
  title: string
  updatedAt: number
  publishAt: number | null
}

const maxShown = 8

/** Texts waiting for review, the longest-waiting first. */
export function listInReview(db: Db) {
  return linesOf(db, 'in_review', (lines) => lines.orderBy('entry.updated_at').orderBy('entry.id'))
}

/** Texts that wait for review, by kind, for the counts of the rail. */
export function waitingReviews(db: Db) {
  return db
    .selectFrom('entry')
    .select((eb) => [
      sql<string>`'entry'`.as('area'),
      sql<string>`kind`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('state', '=', 'in_review')
    .groupBy('kind')
}

/** The most recently edited drafts, newest first. */
export function listDraftsOf(db: Db, staffId: string) {
  return linesOf(db, 'draft', (lines) =>
    lines
      .where('entry_version.saved_by', '=', staffId)
      .orderBy('entry.updated_at', 'desc')
      .orderBy('entry.id'),
  )
}

/** What this person typed and has not saved as a version, newest first. */
export async function listUnsavedOf(db: Db, staffId: string) {
  const rows = await heads(db)
    .innerJoin('working_copy', 'working_copy.entry_id', 'entry.id')
    .select('working_copy.saved_at as typedAt')
    .where('working_copy.staff_id', '=', staffId)
    .where('entry.state', '!=', 'binned')
    .orderBy('working_copy.saved_at', 'desc')
    .orderBy('entry.id')
    .limit(maxShown)
    .execute()
  const lines = rows.map(({ total: _, kind, typedAt, ...row }): DeskLine => ({
    ...row,
    kind: kind as Kind,
    updatedAt: typedAt,
    publishAt: null,
  }))
  return { total: rows[0]?.total ?? 0, lines }
}

/** What is scheduled, the soonest first. */
export function listScheduled(db: Db) {
  return linesOf(db, 'scheduled', (lines) => lines.orderBy('entry.publish_at').orderBy('entry.id'))
}

async function linesOf(
  db: Db,
  state: EntryState,
  narrow: (lines: ReturnType<typeof heads>) => ReturnType<typeof heads>,
): Promise<{ total: number; lines: DeskLine[] }> {
  const rows = await narrow(heads(db).where('entry.state', '=', state))
    .limit(maxShown)
    .execute()
  const lines = rows.map(({ total: _, kind, ...row }) => ({ ...row, kind: kind as Kind }))
  return { total: rows[0]?.total ?? 0, lines }
}

function heads(db: Db) {
  return db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.head_version'),
    )
    .select([
      'entry.id',
      'entry.kind',
      'entry_version.title',
      'entry.updated_at as updatedAt',
      'entry.publish_at as publishAt',
      (eb) => eb.fn.countAll<number>().over().as('total'),
    ])
}
