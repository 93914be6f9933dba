import type { Db } from '#db/schema/tables.ts'
import { findMailHold } from '#server/mail/mail-hold.server.ts'

const shown = 10

/** What administrators see of backups: the last good one, the last drill, and the latest ones. */
export async function readBackups(db: Db) {
  const rows = await db
    .selectFrom('backup')
    .select(['id', 'path', 'state', 'bytes', 'row_count', 'file_count', 'problem', 'begun_at', 'removed_at'])
    .orderBy('begun_at', 'desc')
    .limit(shown)
    .execute()
  const last = rows.find(({ state }) => state === 'done')
  return {
    lastMadeAt: await findLastBackup(db),
    drill: await findLastDrill(db),
    heldSince: (await findMailHold(db)) ?? null,
    latest: rows.map(({ begun_at, removed_at, row_count, file_count, ...row }) => ({
      ...row,
      rows: row_count,
      files: file_count,
      startedAt: new Date(begun_at),
      isRemoved: removed_at !== null,
      /** How large it will probably be while it is under way: like the last one. */
      expected:
        row.state === 'running' && last ? { rows: last.row_count ?? 0, files: last.file_count ?? 0 } : null,
    })),
  }
}

async function findLastBackup(db: Db): Promise<Date | null> {
  const { at } = await lastBackup(db).executeTakeFirstOrThrow()
  return at === null ? null : new Date(at)
}

/** When the last backup that still exists was started: later changes are not in it. */
export function lastBackup(db: Db) {
  return db
    .selectFrom('backup')
    .select((eb) => eb.fn.max<number | null>('begun_at').as('at'))
    .where('state', '=', 'done')
    .where('removed_at', 'is', null)
}

async function findLastDrill(db: Db) {
  const row = await db
    .selectFrom('backup')
    .select(['begun_at', 'drilled_at', 'drill_problem'])
    .where('drilled_at', 'is not', null)
    .orderBy('drilled_at', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const { drilled_at, drill_problem: problem, begun_at } = row
  return { at: new Date(Number(drilled_at)), ofBackup: new Date(begun_at), problem }
}
