import { officeYear } from '#office-time.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { importContact, type ImportedContact } from '#features/people/contacts/operations.server.ts'
import { findTaken, insertPeople, writePerson } from '#features/people/editing.server.ts'
import { toValues, type PersonValues } from '#features/people/person-fields.ts'
import { personForm } from '#features/people/person-form.ts'
import type { NewPerson } from '#features/people/register.ts'
import { findRecords, type PersonRecord } from '#features/people/register-queries.server.ts'
import { sentencesOf, withDefaults } from './check.server.ts'
import type { Mapping } from './fields.ts'
import { actorIn } from './operations.server.ts'
import type { StoredCells } from './queries.server.ts'
import { contactIn } from './read-values.ts'
import { lockImport, nextRows, putRows } from './rows.server.ts'

// Few enough that a form of another process does not wait long for its turn to write.
const rowsAtOnce = 20

type StoredRow = Awaited<ReturnType<typeof nextRows>>[number]

/**
 * Imports the next rows, all of them or none, and returns whether there are more. Progress is counted in the same
 * transaction, so interrupted work continues where it stopped. Unless `isRaising`, public pages show these people only
 * once the content version is raised for later ones.
 */
export function runSome(db: Db, id: string, now: Date, isRaising = true): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const known = await lockImport(db, id, 'running')
    if (!known?.mapping) return false
    await lockWork(db, 'register')
    const rows = await nextRows(db, id, known.done_count, rowsAtOnce)
    const mapping = fromJson<Mapping>(known.mapping)
    const updated = await updatePeople(db, rows, mapping, now)
    const added = await addPeople(db, rows, mapping, now)
    const ended = rows.map((row) => updated.get(row.number) ?? added.get(row.number) ?? skipped(row))
    await putRows(db, ended)
    const tally = tallyOf(ended)
    const isLast = rows.length < rowsAtOnce
    if (isLast || (isRaising && tally.added + tally.updated > 0)) await raiseContentVersion(db, now)
    const counts = {
      added: known.added + tally.added,
      updated: known.updated + tally.updated,
      skipped: known.skipped + tally.skipped,
      failed: known.failed + tally.failed,
    }
    await db
      .updateTable('people_import')
      .set({
        ...counts,
        done_count: known.done_count + rows.length,
        updated_at: now.getTime(),
        ...(isLast && { state: 'done', ended_at: now.getTime() }),
      })
      .where('id', '=', id)
      .execute()
    if (isLast)
      await record(
        db,
        actorIn(known),
        'people.imported',
        `people-import:${id}`,
        { file: known.file_name, ...counts },
        now,
      )
    return !isLast
  })
}

function skipped(row: StoredRow): StoredRow {
  return row.problem === null ? { ...row, result: 'skipped' } : { ...row, result: 'failed' }
}

function failed(row: StoredRow, problem: string): StoredRow {
  return { ...row, result: 'failed', problem }
}

function tallyOf(rows: StoredRow[]) {
  const count = (wanted: StoredRow['result']) => rows.filter(({ result }) => result === wanted).length
  return {
    added: count('added'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
  }
}

async function addPeople(
  db: Db,
  rows: StoredRow[],
  mapping: Mapping,
  now: Date,
): Promise<Map<number, StoredRow>> {
  const ended = new Map<number, StoredRow>()
  const fresh: { id: string; person: NewPerson; row: StoredRow }[] = []
  for (const row of rows.filter(({ decision, problem }) => decision === 'add' && problem === null)) {
    const values = withDefaults(fromJson<Partial<PersonValues>>(row.person ?? '{}'), mapping)
    const read = personForm(officeYear(now)).safeParse(values)
    if (read.success) fresh.push({ id: newId(), person: read.data, row })
    else ended.set(row.number, failed(row, sentencesOf(read.error.issues)))
  }
  const taken = await findTakenNumbers(db, fresh)
  const free = fresh.filter(
    ({ person }) => !taken.has(person.memberNo) && !taken.has(`f ${person.fellowNo ?? ''}`),
  )
  await insertPeople(db, free, now)
  for (const { row } of fresh)
    ended.set(row.number, failed(row, 'Someone else in the register now has this number.'))
  for (const { id, row } of free) {
    const contact = await importContact(db, id, contactIn(cellsOf(row), mapping), now)
    const before = contact ? toJson({ contact } satisfies BeforeImport) : null
    ended.set(row.number, { ...row, result: 'added', person_id: id, before, after_version: 1 })
  }
  return ended
}

/** How someone was before a row; without values if the row added the person or left the entry as it was. */
export interface BeforeImport {
  values?: PersonValues
  sample?: boolean
  contact?: ImportedContact
}

function cellsOf(row: StoredRow): string[] {
  return fromJson<StoredCells>(row.cells).slice(1) as string[]
}

async function findTakenNumbers(db: Db, fresh: { person: NewPerson }[]): Promise<Set<string>> {
  const members = fresh.map(({ person }) => person.memberNo)
  const fellows = fresh.flatMap(({ person }) => person.fellowNo ?? [])
  const holders = await db
    .selectFrom('person')
    .select(['member_no', 'fellow_no'])
    .where((eb) => eb.or([eb('member_no', 'in', ['', ...members]), eb('fellow_no', 'in', ['', ...fellows])]))
    .execute()
  return new Set(
    holders.flatMap((row) => [row.member_no, ...(row.fellow_no === null ? [] : [`f ${row.fellow_no}`])]),
  )
}

async function updatePeople(
  db: Db,
  rows: StoredRow[],
  mapping: Mapping,
  now: Date,
): Promise<Map<number, StoredRow>> {
  const ended = new Map<number, StoredRow>()
  const wanted = rows.filter(({ decision, problem }) => decision === 'update' && problem === null)
  const records = await findRecords(
    db,
    wanted.flatMap(({ match_id }) => match_id ?? []),
  )
  const people = new Map(records.map((person) => [person.id, person]))
  for (const row of wanted) {
    const current = people.get(row.match_id ?? '')
    const [after, version] = current ? await updateOne(db, row, current, mapping, now) : [gone(row)]
    ended.set(row.number, after)
    // Another row may be about the same person.
    if (current && version !== undefined) {
      const [fresh] = await findRecords(db, [current.id])
      if (fresh) people.set(fresh.id, fresh)
    }
  }
  return ended
}

function gone(row: StoredRow): StoredRow {
  return failed(row, 'The person is no longer in the register.')
}

async function updateOne(
  db: Db,
  row: StoredRow,
  current: PersonRecord,
  mapping: Mapping,
  now: Date,
): Promise<[after: StoredRow, version?: number]> {
  if (current.binnedAt !== null)
    return [failed(row, 'Someone has removed this person from the register in the meantime.')]
  const before = toValues(current)
  const read = personForm(officeYear(now)).safeParse({
    ...before,
    ...fromJson<object>(row.person ?? '{}'),
  })
  if (!read.success) return [failed(row, sentencesOf(read.error.issues))]
  const isSame = Object.keys(differenceOf(before, toValues(read.data))).length === 0
  if (!isSame && (await findTaken(db, read.data, current.id)))
    return [failed(row, 'Someone else in the register now has this number.')]
  const contact = await importContact(db, current.id, contactIn(cellsOf(row), mapping), now)
  if (isSame && !contact) return [{ ...row, result: 'skipped' }]
  const version = isSame ? current.version : await writePerson(db, current, read.data, now)
  const notUndone: BeforeImport = {
    ...(!isSame && { values: before, sample: current.sample }),
    ...(contact && { contact }),
  }
  const after: StoredRow = {
    ...row,
    result: 'updated',
    person_id: current.id,
    before: toJson(notUndone),
    after_version: version,
  }
  return [after, version]
}
