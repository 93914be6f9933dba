import { dayMs } from '#office-time.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db, PeopleImportState } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { BadTable } from '#server/tables/bad-table.ts'
import { mayWriteGrades, writesGrades } from '#features/people/grades.server.ts'
import type { Mapping } from './fields.ts'
import { lockImport } from './rows.server.ts'
import { storeRows, type TableUpload } from './store-rows.server.ts'
import {
  fileRowMark,
  isOpenMove,
  moves,
  openDecisions,
  type RowDecision,
  type ImportMove,
  type MatchKind,
} from './workflow.ts'
import type { AuditAction } from '#features/audit/sentences.ts'
import { checkJob, runJob, undoJob } from './jobs.ts'

/** What staff do with a file of people. Jobs do the long work, and any process may resume it. */

const maxDecided = 500
const monthMs = 30 * dayMs

export interface Upload extends TableUpload {
  name: string
}

/** Reads a file into rows. Rows are written in batches, and all are removed if the file turns out to be bad. */
export async function beginImport(
  db: Db,
  actor: Actor,
  upload: Upload,
  now: Date,
): Promise<{ ok: true; id: string } | { ok: false; sentence: string }> {
  const id = newId()
  const at = now.getTime()
  const name = upload.name.toWellFormed().slice(0, 200)
  const none = { done_count: 0, added: 0, updated: 0, skipped: 0, failed: 0, kept: 0 }
  try {
    await db
      .insertInto('people_import')
      .values({
        ...none,
        id,
        file_name: name,
        state: 'reading',
        headings: '[]',
        row_count: 0,
        actor: toJson(actor),
        created_at: at,
        updated_at: at,
      })
      .execute()
    const { headings, count } = await storeRows(db, id, upload)
    await inTransaction(db, async (db) => {
      await db
        .updateTable('people_import')
        .set({ state: 'mapping', headings: toJson(headings), row_count: count })
        .where('id', '=', id)
        .execute()
      await record(db, actor, 'people-import.begun', `people-import:${id}`, { name, rows: count }, now)
    })
    return { ok: true, id }
  } catch (error) {
    await db.deleteFrom('people_import').where('id', '=', id).execute()
    if (error instanceof BadTable) return { ok: false, sentence: error.message }
    throw error
  }
}

type Refused = 'not-found' | 'not-open'

/** Maps the columns and starts the check of every row; nothing is written to the register yet. */
export function mapColumns(
  db: Db,
  actor: Actor,
  id: string,
  mapping: Mapping,
  now: Date,
): Promise<Outcome<Refused>> {
  return move(db, actor, id, 'map', now, async (db) => {
    await db
      .updateTable('people_import')
      .set({ mapping: toJson(mapping), done_count: 0 })
      .where('id', '=', id)
      .execute()
    await queueJob(db, checkJob, { importId: id }, now)
  })
}

/** Decides on single rows. A decision that a row does not allow is ignored. */
export function decideRows(
  db: Db,
  actor: Actor,
  id: string,
  decided: Map<number, RowDecision>,
  now: Date,
): Promise<Outcome<Refused>> {
  return move(db, actor, id, 'decide', now, async (db) => {
    if (decided.size === 0) return
    const rows = await db
      .selectFrom('people_import_row')
      .select(['number', 'match_kind as kind', 'match_id as matchId'])
      .where('import_id', '=', id)
      .where('match_kind', 'is not', null)
      .where('number', 'in', [...decided.keys()].slice(0, maxDecided))
      .execute()
    for (const { number, kind, matchId } of rows) {
      const decision = decided.get(number)
      const isInFile = matchId?.startsWith(fileRowMark) ?? false
      if (!decision || !kind || !openDecisions(kind, isInFile).includes(decision)) continue
      await db
        .updateTable('people_import_row')
        .set({ decision })
        .where('import_id', '=', id)
        .where('number', '=', number)
        .execute()
    }
  })
}

/** Decides on all rows with one kind of match. */
export function decideAll(
  db: Db,
  actor: Actor,
  id: string,
  { kind, decision }: { kind: MatchKind; decision: RowDecision },
  now: Date,
): Promise<Outcome<Refused>> {
  return move(db, actor, id, 'decide', now, async (db) => {
    await db
      .updateTable('people_import_row')
      .set({ decision })
      .where('import_id', '=', id)
      .where('match_kind', '=', kind)
      .$if(decision === 'update', (rows) => rows.where('match_id', 'not like', `${fileRowMark}%`))
      .execute()
  })
}

type GradeOutcome = Outcome<Refused | 'grade-by-administrators'>

export function startImport(db: Db, actor: Actor, id: string, now: Date): Promise<GradeOutcome> {
  return moveGrades(db, actor, id, 'start', now, async (db) => {
    await db
      .updateTable('people_import')
      .set({ actor: toJson(actor), done_count: 0 })
      .where('id', '=', id)
      .execute()
    await queueJob(db, runJob, { importId: id }, now)
  })
}

/**
 * Grades in a file are history: an editor may prepare it, and an administrator starts it. Undoing writes grades too: the
 * earlier ones.
 */
async function moveGrades(...args: Parameters<typeof move>): Promise<GradeOutcome> {
  const [db, actor, id] = args
  if (!mayWriteGrades(actor) && (await hasGrades(db, id)))
    return { ok: false, reason: 'grade-by-administrators' }
  return move(...args)
}

async function hasGrades(db: Db, id: string): Promise<boolean> {
  const known = await db.selectFrom('people_import').select('mapping').where('id', '=', id).executeTakeFirst()
  return known?.mapping ? writesGrades(fromJson<Mapping>(known.mapping).columns) : false
}

export function undoImport(db: Db, actor: Actor, id: string, now: Date): Promise<GradeOutcome> {
  return moveGrades(db, actor, id, 'undo', now, async (db) => {
    await db
      .updateTable('people_import')
      .set({ undo_actor: toJson(actor), undo_at: now.getTime(), done_count: 0 })
      .where('id', '=', id)
      .execute()
    await queueJob(db, undoJob, { importId: id }, now)
  })
}

/**
 * Interrupts the check, and the columns can be chosen again; or the import, and the rows that were imported so far stay
 * until someone undoes it.
 */
export function cancelImport(
  db: Db,
  actor: Actor,
  { id, state }: { id: string; state: PeopleImportState },
  now: Date,
): Promise<Outcome<Refused>> {
  if (state === 'checking') return move(db, actor, id, 'cancel-check', now, async () => undefined)
  return move(db, actor, id, 'cancel', now, async (db) => {
    const { file_name, added, updated, skipped, failed } = await db
      .updateTable('people_import')
      .set({ ended_at: now.getTime() })
      .where('id', '=', id)
      .returning(['file_name', 'added', 'updated', 'skipped', 'failed'])
      .executeTakeFirstOrThrow()
    const counts = { added, updated, skipped, failed }
    await raiseContentVersion(db, now)
    await record(db, actor, 'people.imported', `people-import:${id}`, { file: file_name, ...counts }, now)
  })
}

/** Discards a file that was never imported. */
export function discardImport(db: Db, actor: Actor, id: string, now: Date): Promise<Outcome<Refused>> {
  return move(db, actor, id, 'discard', now, async (db) => {
    await db.deleteFrom('people_import').where('id', '=', id).execute()
  })
}

/** Removes rows after a month, because they name people; and files that were never imported. */
export async function clearOldImports(db: Db, now: Date): Promise<void> {
  const old = now.getTime() - monthMs
  await db.deleteFrom('people_import').where('ended_at', 'is', null).where('updated_at', '<=', old).execute()
  const ended = db
    .selectFrom('people_import')
    .select('id')
    .where('ended_at', '<=', old)
    .where('state', '<>', 'undoing')
  await db.deleteFrom('people_import_row').where('import_id', 'in', ended).execute()
}

/** Who requested the work of a job. */
export function actorIn(row: { actor: string }): Actor {
  return fromJson<Actor>(row.actor)
}

/** The name of each move in the audit trail. */
const recorded: Record<ImportMove, AuditAction> = {
  map: 'people-import.mapped',
  decide: 'people-import.decided',
  start: 'people-import.started',
  'cancel-check': 'people-import.check-cancelled',
  cancel: 'people-import.cancelled',
  undo: 'people-import.undo-started',
  discard: 'people-import.discarded',
}

function move(
  db: Db,
  actor: Actor,
  id: string,
  move: ImportMove,
  now: Date,
  work: (db: Db) => Promise<void>,
): Promise<Outcome<Refused>> {
  return inTransaction(db, async (db) => {
    const known = await db
      .selectFrom('people_import')
      .select(['state', 'file_name as name'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!known) return { ok: false, reason: 'not-found' }
    const locked = isOpenMove(move, known.state) && (await lockImport(db, id, known.state))
    if (!locked) return { ok: false, reason: 'not-open' }
    await db
      .updateTable('people_import')
      .set({ state: moves[move].to, updated_at: now.getTime() })
      .where('id', '=', id)
      .execute()
    await work(db)
    await record(db, actor, recorded[move], `people-import:${id}`, { name: known.name }, now)
    return { ok: true }
  })
}
