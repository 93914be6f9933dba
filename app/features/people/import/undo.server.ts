import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { fromJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { findTaken, movePeople, removePeople, writePerson } from '#features/people/editing.server.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import { findRecords, type PersonRecord } from '#features/people/register-queries.server.ts'
import { actorIn } from './operations.server.ts'
import { lockImport, putRows, type ImportRow } from './rows.server.ts'

const rowsAtOnce = 200

type StoredRow = ImportRow & { number: number }

/**
 * Undoes the next rows of an import, the last first, and returns whether there are more. Added people are removed,
 * updated ones restored; but nobody loses what was written since: such people stay, or are marked as deleted.
 */
export function undoSome(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const known = await lockImport(db, id, 'undoing')
    if (!known) return false
    await lockWork(db, 'register')
    const rows = await db
      .selectFrom('people_import_row')
      .selectAll()
      .where('import_id', '=', id)
      .where('result', 'in', ['added', 'updated'])
      .orderBy('number', 'desc')
      .limit(rowsAtOnce)
      .execute()
    await putRows(db, await undoRows(db, rows, now))
    if (rows.length > 0) await raiseContentVersion(db, now)
    const isLast = rows.length < rowsAtOnce
    const notUndone = isLast ? await countResults(db, id) : undefined
    await db
      .updateTable('people_import')
      .set({
        done_count: known.done_count + rows.length,
        updated_at: now.getTime(),
        ...(notUndone && { state: 'undone', kept: notUndone.kept + notUndone.binned }),
      })
      .where('id', '=', id)
      .execute()
    if (notUndone)
      await record(
        db,
        actorIn(known),
        'people.import-undone',
        `people-import:${id}`,
        {
          file: known.file_name,
          removed: notUndone.removed,
          putBack: notUndone['put-back'],
          kept: notUndone.kept,
          binned: notUndone.binned,
        },
        now,
      )
    return !isLast
  })
}

async function countResults(db: Db, id: string) {
  const rows = await db
    .selectFrom('people_import_row')
    .select('result')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .groupBy('result')
    .execute()
  const count = (wanted: string) => rows.find(({ result }) => result === wanted)?.count ?? 0
  return {
    removed: count('removed'),
    'put-back': count('put-back'),
    kept: count('kept'),
    binned: count('binned'),
  }
}

async function undoRows(db: Db, rows: StoredRow[], now: Date): Promise<StoredRow[]> {
  const ended: StoredRow[] = []
  const ids = rows.flatMap(({ person_id }) => person_id ?? [])
  const people = new Map((await findRecords(db, ids)).map((person) => [person.id, person]))
  const leaving: string[] = []
  for (const row of rows) {
    const person = people.get(row.person_id ?? '')
    if (row.result === 'added') {
      const result = person === undefined ? 'removed' : await leave(db, row, person, leaving, now)
      ended.push({ ...row, result })
      continue
    }
    const isBack = person !== undefined && (await putBack(db, row, person, now))
    ended.push({ ...row, result: isBack ? 'put-back' : 'kept' })
    // The same person may have been updated by an earlier row as well.
    const [fresh] = person ? await findRecords(db, [person.id]) : []
    if (fresh && isBack) people.set(fresh.id, { ...fresh, version: versionBefore(row) })
  }
  await removePeople(db, leaving, now)
  return ended
}

/** The version that the previous row left, so that it can be restored in its turn. */
function versionBefore(row: StoredRow): number {
  return (row.after_version ?? 1) - 1
}

async function leave(db: Db, row: StoredRow, person: PersonRecord, leaving: string[], now: Date) {
  if (person.version === row.after_version) {
    leaving.push(person.id)
    return 'removed'
  }
  await movePeople(db, system, 'bin', [person.id], now)
  return 'binned'
}

async function putBack(db: Db, row: StoredRow, person: PersonRecord, now: Date): Promise<boolean> {
  if (person.version !== row.after_version || person.binnedAt !== null) return false
  const { values, sample } = fromJson<{ values: PersonValues; sample: boolean }>(row.before ?? '{}')
  const read = personForm(now.getUTCFullYear()).safeParse(values)
  if (!read.success || (await findTaken(db, read.data, person.id))) return false
  const [real] = await findRecords(db, [person.id])
  if (!real) return false
  await writePerson(db, real, { ...read.data, sample }, now)
  return true
}
