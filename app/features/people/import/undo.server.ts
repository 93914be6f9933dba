import { officeYear } from '#office-time.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { fromJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { putContactBack } from '#features/people/contacts/operations.server.ts'
import { listContactVersions } from '#features/people/contacts/queries.server.ts'
import { findTaken, removePeople, writePerson } from '#features/people/editing.server.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import { findRecords, type PersonRecord } from '#features/people/register-queries.server.ts'
import { proposeRemovals } from '#features/people/removing/operations.server.ts'
import type { BeforeImport } from './run.server.ts'
import { deletesAtOnce, undoActorIn, type UndoneImport } from './undo-rights.ts'
import { lockImport, putRows, type ImportRow } from './rows.server.ts'
import { listWorkedOn } from './worked-on.server.ts'

// Few enough that a form of another process does not wait long for its turn to write.
const rowsAtOnce = 20

type StoredRow = ImportRow & { number: number }

/**
 * Undoes the next rows of an import, the last first, and returns whether there are more. Updated people are restored,
 * unless someone has changed them since. Added people are deleted if the import is a fresh mistake (`deletesAtOnce`) and
 * nothing has been done with them; all others are proposed for removal.
 */
export function undoSome(db: Db, id: string, now: Date, isRaising = true): Promise<boolean> {
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
    await putRows(db, await undoRows(db, known, rows, now))
    const isLast = rows.length < rowsAtOnce
    if (isLast || (isRaising && rows.length > 0)) await raiseContentVersion(db, now)
    const notUndone = isLast ? await countResults(db, id) : undefined
    await db
      .updateTable('people_import')
      .set({
        done_count: known.done_count + rows.length,
        updated_at: now.getTime(),
        ...(notUndone && { state: 'undone', kept: sumOf(notUndone) }),
      })
      .where('id', '=', id)
      .execute()
    if (notUndone)
      await record(
        db,
        undoActorIn(known),
        'people.import-undone',
        `people-import:${id}`,
        {
          file: known.file_name,
          removed: notUndone.removed,
          putBack: notUndone['put-back'],
          kept: notUndone.kept,
          binned: notUndone.binned,
          proposed: notUndone.proposed,
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
    proposed: count('proposed'),
  }
}

function sumOf(left: Awaited<ReturnType<typeof countResults>>): number {
  return left.kept + left.binned + left.proposed
}

async function undoRows(db: Db, known: UndoneImport, rows: StoredRow[], now: Date): Promise<StoredRow[]> {
  const ended: StoredRow[] = []
  const ids = rows.flatMap(({ person_id }) => person_id ?? [])
  const people = new Map((await findRecords(db, ids)).map((person) => [person.id, person]))
  const worked = await listWorkedOn(db, ids)
  const contacts = await listContactVersions(db, ids)
  const isFresh = deletesAtOnce(known)
  for (const row of rows) {
    const person = people.get(row.person_id ?? '')
    if (row.result === 'added') {
      const isUntouched =
        person?.version === row.after_version &&
        !worked.has(person?.id ?? '') &&
        isContactAsLeft(row, contacts)
      ended.push({ ...row, result: endOf(person, isFresh && isUntouched) })
      continue
    }
    const isBack = person !== undefined && (await putBack(db, row, person, contacts, now))
    ended.push({ ...row, result: isBack ? 'put-back' : 'kept' })
    // The same person may have been updated by an earlier row as well.
    const [fresh] = person ? await findRecords(db, [person.id]) : []
    if (fresh && isBack) people.set(fresh.id, { ...fresh, version: versionBefore(row) })
  }
  const idsOf = (wanted: StoredRow['result']) =>
    ended.filter(({ result }) => result === wanted).flatMap(({ person_id }) => person_id ?? [])
  await removePeople(db, idsOf('removed'), now)
  await proposeRemovals(db, undoActorIn(known), idsOf('proposed'), reasonOf(known), now)
  return ended
}

function endOf(person: PersonRecord | undefined, isDeleted: boolean) {
  if (!person || isDeleted) return 'removed'
  return person.binnedAt === null ? 'proposed' : 'binned'
}

function reasonOf({ file_name }: UndoneImport): string {
  return `The import of ${file_name || 'a file'} was undone.`
}

/** The version that the previous row left, so that it can be restored in its turn. */
function versionBefore(row: StoredRow): number {
  return (row.after_version ?? 1) - (beforeOf(row).values ? 1 : 0)
}

function beforeOf(row: StoredRow): BeforeImport {
  return fromJson<BeforeImport>(row.before ?? '{}')
}

/** Whether nobody has changed how to reach the person since the row. */
function isContactAsLeft(row: StoredRow, contacts: Map<string, number>): boolean {
  return (contacts.get(row.person_id ?? '') ?? 0) === (beforeOf(row).contact?.after ?? 0)
}

/** The entry and the contact return together, or both stay. */
async function putBack(
  db: Db,
  row: StoredRow,
  person: PersonRecord,
  contacts: Map<string, number>,
  now: Date,
): Promise<boolean> {
  if (person.version !== row.after_version || person.binnedAt !== null) return false
  const { values, sample = false, contact } = beforeOf(row)
  if (contact && !isContactAsLeft(row, contacts)) return false
  if (values && !(await writeBack(db, person, values, sample, now))) return false
  if (contact) {
    await putContactBack(db, person.id, contact.before, now)
    contacts.set(person.id, contact.before.version)
  }
  return true
}

async function writeBack(db: Db, person: PersonRecord, values: PersonValues, sample: boolean, now: Date) {
  const read = personForm(officeYear(now)).safeParse(values)
  if (!read.success || (await findTaken(db, read.data, person.id))) return false
  const [real] = await findRecords(db, [person.id])
  if (!real) return false
  await writePerson(db, real, { ...read.data, sample }, now)
  return true
}
