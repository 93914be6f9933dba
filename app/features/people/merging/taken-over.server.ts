import type { Db } from '#db/schema/tables.ts'
import { findPicture } from '#features/people/pictures.server.ts'

/** What a merge takes over besides what staff write in the register. */
export interface TakenOver {
  /** The file; `before` is one that the main entry named and staff had deleted. */
  photograph: { before: string | null; after: string } | null
  membership: { before: Days; after: Days } | null
}

/** The first and last day of a membership; no last day for life. */
interface Days {
  from: string | null
  to: string | null
}

const none: TakenOver = { photograph: null, membership: null }

export async function findTakenOver(db: Db, mainId: string, duplicateId: string): Promise<TakenOver> {
  const [main, duplicate] = [await findApart(db, mainId), await findApart(db, duplicateId)]
  const [shown, other] = [await findPicture(db, mainId), await findPicture(db, duplicateId)]
  const days = daysToTake(main, duplicate.days)
  return {
    photograph: !shown && other ? { before: main.photograph, after: other.id } : null,
    membership: isSame(days, main.days) ? null : { before: main.days, after: days },
  }
}

/** The photograph leaves the other entry, because it would be deleted with that. */
export async function takeOver(
  db: Db,
  mainId: string,
  duplicateId: string,
  { photograph, membership }: TakenOver,
): Promise<void> {
  if (photograph) {
    await setPhotograph(db, duplicateId, null)
    await setPhotograph(db, mainId, photograph.after)
  }
  if (membership) await setDays(db, mainId, membership.after)
}

export async function giveBack(
  db: Db,
  mainId: string,
  duplicateId: string,
  { photograph, membership }: TakenOver = none,
): Promise<void> {
  if (photograph) {
    await setPhotograph(db, mainId, photograph.before)
    await setPhotograph(db, duplicateId, photograph.after)
  }
  if (membership) await setDays(db, mainId, membership.before)
}

/** Changing a photograph or the days of a membership does not always raise the version of the person. */
export async function isAsTakenOver(
  db: Db,
  mainId: string,
  { photograph, membership }: TakenOver = none,
): Promise<boolean> {
  const main = await findApart(db, mainId)
  return (
    (!photograph || photograph.after === main.photograph) &&
    (!membership || isSame(membership.after, main.days))
  )
}

/** A start without an end is a membership for life, so its end is not missing. */
function daysToTake(main: Apart, other: Days): Days {
  const { from, to } = main.days
  if (from === null && to === null) return main.isForLife ? { ...other, to: null } : other
  const startsInTime = other.from !== null && to !== null && other.from <= to
  return { from: from ?? (startsInTime ? other.from : null), to }
}

function isSame(one: Days, other: Days): boolean {
  return one.from === other.from && one.to === other.to
}

type Apart = Awaited<ReturnType<typeof findApart>>

async function findApart(db: Db, id: string) {
  const row = await db
    .selectFrom('person')
    .select(['picture_id', 'valid_from', 'valid_to', 'category'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const days: Days = { from: row.valid_from, to: row.valid_to }
  return { photograph: row.picture_id, days, isForLife: row.category === 'life' }
}

async function setPhotograph(db: Db, id: string, picture_id: string | null) {
  await db.updateTable('person').set({ picture_id }).where('id', '=', id).execute()
}

async function setDays(db: Db, id: string, { from, to }: Days) {
  await db.updateTable('person').set({ valid_from: from, valid_to: to }).where('id', '=', id).execute()
}
