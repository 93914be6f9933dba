import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'

/** What the palette of the staff area finds: a few things of each kind, by name. */

export interface StaffSearch {
  q: string
  /** The words of it; never none. */
  words: string[]
  /** How many to find at most. */
  limit: number
  readerId: string
  /** The day of the search; bodies decide by it who may find cases. */
  day: string
}

/** How things of one kind are found. */
export interface Finder<Line> {
  find: (db: Db, search: StaffSearch) => Promise<Line[]>
  /** Whether finding this is personal, so that the audit trail records it. */
  isPersonal?: (line: Line) => boolean
}

/** The finders of all features, by kind. */
export type Finders<Found extends Record<string, unknown[]>> = {
  [Kind in keyof Found]: Finder<Found[Kind][number]>
}

const max = 6

/** Searches the kinds that the reader may open. If the answer names people, the audit trail records it. */
export async function findForStaff<Found extends Record<string, unknown[]>>(
  db: Db,
  finders: Finders<Found>,
  actor: StaffActor,
  q: string,
  may: ReadonlySet<keyof Found>,
  now: Date,
): Promise<Found> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8)
  const search = { q, words, limit: max, readerId: actor.id, day: officeDay(now) }
  const found: Record<string, unknown[]> = {}
  const run = async (db: Db, kind: keyof Found & string): Promise<number> => {
    const { find, isPersonal = () => false } = finders[kind]
    const lines = words.length > 0 && may.has(kind) ? await find(db, search) : []
    found[kind] = lines
    return lines.filter(isPersonal).length
  }
  const kinds = Object.keys(finders)
  const personal = kinds.filter((kind) => finders[kind]?.isPersonal)
  for (const kind of kinds) if (!personal.includes(kind)) await run(db, kind)
  await inTransaction(db, async (db) => {
    const shown: Record<string, number> = {}
    for (const kind of personal) shown[kind] = await run(db, kind)
    if (Object.values(shown).some((count) => count > 0))
      await record(db, actor, 'find.read', 'find', { q, ...shown }, now)
  })
  return found as Found
}
