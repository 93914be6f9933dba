import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { PersonValues } from '#features/people/person-fields.ts'
import { displayName } from '#features/people/register.ts'
import type { Mapping } from './fields.ts'
import { mayDeleteAtOnce } from './undo-rights.ts'
import { fileRowMark } from './workflow.ts'

export const rowsPerPage = 50

const importsPerPage = 50

/** One page of the imported files, newest first, and how many there are. */
export async function listImports(db: Db, page: number) {
  const { total } = await db
    .selectFrom('people_import')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('people_import')
    .select(['id', 'file_name', 'state', 'row_count', 'added', 'updated', 'actor', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(importsPerPage)
    .offset((page - 1) * importsPerPage)
    .execute()
  const staff = rows.flatMap(({ actor }) => staffIdIn(actor))
  const named = await db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where('id', 'in', staff.length > 0 ? staff : [''])
    .execute()
  const imports = rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    rowCount: row.row_count,
    by: named.find(({ id }) => staffIdIn(row.actor).includes(id))?.name ?? null,
    createdAt: row.created_at,
  }))
  return { imports, total, pageSize: importsPerPage }
}

function staffIdIn(actor: string): string[] {
  const who = fromJson<Actor>(actor)
  return who.kind === 'staff' ? [who.id] : []
}

export type PeopleImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

export async function findImport(db: Db, id: string) {
  const row = await db.selectFrom('people_import').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      fileName: row.file_name,
      state: row.state,
      headings: fromJson<string[]>(row.headings),
      mapping: row.mapping === null ? undefined : fromJson<Mapping>(row.mapping),
      rowCount: row.row_count,
      doneCount: row.done_count,
      added: row.added,
      updated: row.updated,
      skipped: row.skipped,
      failed: row.failed,
      kept: row.kept,
      problem: row.problem,
      createdAt: row.created_at,
      endedAt: row.ended_at,
    }
  )
}

/** Whether this member of staff deletes what the import added by undoing it now. */
export async function deletesByUndoing(db: Db, actor: Actor, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('people_import')
    .select(['actor', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && mayDeleteAtOnce(fromJson<Actor>(row.actor), row.ended_at, actor, now)
}

/** The last mapping, with its headings. */
export async function findLastMapping(db: Db) {
  const row = await db
    .selectFrom('people_import')
    .select(['headings', 'mapping'])
    .where('mapping', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.mapping) return undefined
  return { headings: fromJson<string[]>(row.headings), mapping: fromJson<Mapping>(row.mapping) }
}

/** A row as it came: its number in the file, then its cells. */
export type StoredCells = [fileRow: number, ...cells: string[]]

/** The first rows, to show what the columns hold. */
export async function listFirstCells(db: Db, id: string, count: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('people_import_row')
    .select('cells')
    .where('import_id', '=', id)
    .orderBy('number')
    .limit(count)
    .execute()
  return rows.map(({ cells }) => fromJson<StoredCells>(cells).slice(1) as string[])
}

/** What would be done now, by kind of match and decision. */
export async function countPlan(db: Db, id: string) {
  const rows = await db
    .selectFrom('people_import_row')
    .select(['match_kind as kind', 'decision'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .where('problem', 'is', null)
    .groupBy(['match_kind', 'decision'])
    .execute()
  const wrong = await countWrong(db, id)
  const sum = (fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(fits).reduce((total, { count }) => total + count, 0)
  return {
    add: sum(({ decision }) => decision === 'add'),
    update: sum(({ decision }) => decision === 'update'),
    skip: sum(({ decision }) => decision === 'skip'),
    wrong,
    byNumber: sum(({ kind }) => kind === 'number'),
    byName: sum(({ kind }) => kind === 'name'),
  }
}

/** How many rows have a problem. */
export async function countWrong(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('people_import_row')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the rows that may be about someone in the register, matches by number first. */
export async function listMatches(db: Db, id: string, page: number) {
  const rows = await db
    .selectFrom('people_import_row as row')
    .leftJoin('person', 'person.id', 'row.match_id')
    .select([
      'row.number',
      'row.cells',
      'row.person',
      'row.match_kind as kind',
      'row.match_id as matchId',
      'row.decision',
      'person.id as personId',
      'person.member_no as memberNo',
      'person.title',
      'person.given_name as givenName',
      'person.family_name as familyName',
      'person.institution',
    ])
    .where('row.import_id', '=', id)
    .where('row.match_kind', 'is not', null)
    .where('row.problem', 'is', null)
    .orderBy('row.match_kind', 'desc')
    .orderBy('row.number')
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
    .execute()
  return rows.flatMap(({ number, cells, person, kind, matchId, decision, ...known }) => {
    if (kind === null || decision === null) return []
    const values = fromJson<Partial<PersonValues>>(person ?? '{}')
    const earlierRow = matchId?.startsWith(fileRowMark) ? Number(matchId.slice(fileRowMark.length)) : null
    const there = {
      earlierRow,
      id: known.personId,
      memberNo: known.memberNo ?? '',
      name: displayName({
        title: known.title,
        givenName: known.givenName ?? '',
        familyName: known.familyName ?? '',
      }),
      institution: known.institution ?? '',
    }
    return [{ number, fileRow: fromJson<StoredCells>(cells)[0], kind, decision, said: saidBy(values), there }]
  })
}

/** The first rows with a problem, in the order of the file. */
export async function listWrongRows(db: Db, id: string, count: number) {
  const rows = await db
    .selectFrom('people_import_row')
    .select(['number', 'cells', 'person', 'problem'])
    .where('import_id', '=', id)
    .where('problem', 'is not', null)
    .orderBy('number')
    .limit(count)
    .execute()
  return rows.map(({ number, cells, person, problem }) => ({
    number,
    fileRow: fromJson<StoredCells>(cells)[0],
    said: saidBy(fromJson<Partial<PersonValues>>(person ?? '{}')),
    problem: problem ?? '',
  }))
}

/** Every row of a file in its order, with its outcome; or only the refused ones. */
export async function* eachRow(db: Db, id: string, which: 'all' | 'refused') {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('people_import_row')
      .select(['number', 'cells', 'result', 'problem'])
      .where('import_id', '=', id)
      .where('number', '>', last)
      .$if(which === 'refused', (query) => query.where('problem', 'is not', null))
      .orderBy('number')
      .limit(500)
      .execute()
    for (const { cells, result, problem } of rows) {
      const [fileRow, ...notUndone] = fromJson<StoredCells>(cells)
      yield { fileRow, cells: notUndone, result, problem: problem ?? '' }
    }
    last = rows.at(-1)?.number ?? last
    if (rows.length < 500) return
  }
}

/** Who was not undone: changed since, removed since, or proposed for removal. */
export async function listNotUndone(db: Db, id: string) {
  const rows = await db
    .selectFrom('people_import_row as row')
    .innerJoin('person', 'person.id', 'row.person_id')
    .select([
      'person.id',
      'person.title',
      'person.given_name',
      'person.family_name',
      'row.result',
      'row.number',
    ])
    .where('row.import_id', '=', id)
    .where('row.result', 'in', ['kept', 'binned', 'proposed'])
    .orderBy('row.number')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: displayName({ title: row.title, givenName: row.given_name, familyName: row.family_name }),
    result: row.result,
  }))
}

/** The rows are stored for 30 days; without them nothing can be undone. */
export async function hasRows(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('people_import_row')
    .select('number')
    .where('import_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function saidBy({
  memberNo = '',
  title,
  givenName = '',
  familyName = '',
  institution = '',
}: Partial<PersonValues>) {
  return { memberNo, name: displayName({ title, givenName, familyName }), institution }
}
