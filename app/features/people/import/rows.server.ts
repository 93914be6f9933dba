import type { Insertable } from 'kysely'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, PeopleImportState, Tables } from '#db/schema/tables.ts'

export type ImportRow = Insertable<Tables['people_import_row']>

/** Locks an import in its expected state; a second caller waits and then finds it moved on. */
export async function lockImport(db: Db, id: string, state: PeopleImportState) {
  return db
    .selectFrom('people_import')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .$call(lockRows(db))
    .executeTakeFirst()
}

const rowsAtOnce = 100

/** Overwrites rows, as many in one statement as both engines allow. */
export async function putRows(db: Db, rows: ImportRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto('people_import_row')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'number']).doUpdateSet((eb) => ({
          person: eb.ref('excluded.person'),
          problem: eb.ref('excluded.problem'),
          match_id: eb.ref('excluded.match_id'),
          match_kind: eb.ref('excluded.match_kind'),
          decision: eb.ref('excluded.decision'),
          result: eb.ref('excluded.result'),
          person_id: eb.ref('excluded.person_id'),
          before: eb.ref('excluded.before'),
          after_version: eb.ref('excluded.after_version'),
        })),
      )
      .execute()
}

/** The next rows as they came. */
export function nextCells(db: Db, id: string, done: number, count: number) {
  return db
    .selectFrom('people_import_row')
    .select(['number', 'cells'])
    .where('import_id', '=', id)
    .where('number', '>', done)
    .orderBy('number')
    .limit(count)
    .execute()
}

/** The next unprocessed rows, in their order. */
export function nextRows(db: Db, id: string, done: number, count: number) {
  return db
    .selectFrom('people_import_row')
    .selectAll()
    .where('import_id', '=', id)
    .where('number', '>', done)
    .orderBy('number')
    .limit(count)
    .execute()
}
