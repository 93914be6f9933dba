import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { CopyContents } from './check.server.ts'

export type CopyRecord = Awaited<ReturnType<typeof listCopies>>[number]

const columns = [
  'id',
  'kind',
  'state',
  'done_count as done',
  'total_count as total',
  'bytes',
  'problem',
  'created_at as createdAt',
] as const

/** Copies requested within the last day, newest first. */
export function listCopies(db: Db) {
  return db
    .selectFrom('site_copy')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One that can be downloaded. */
export function findReadyCopy(db: Db, id: string) {
  return db
    .selectFrom('site_copy')
    .select(columns)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
}

export type SiteImportRecord = NonNullable<Awaited<ReturnType<typeof findSiteImport>>>

/** Copies uploaded for import, newest first. */
export function listSiteImports(db: Db) {
  return db
    .selectFrom('site_import')
    .select(['id', 'name', 'bytes', 'state', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One of them, with what was found in it. */
export async function findSiteImport(db: Db, id: string) {
  const row = await db
    .selectFrom('site_import')
    .select(['id', 'name', 'bytes', 'state', 'problem', 'created_at as createdAt', 'holds'])
    .select(['done_count as done', 'total_count as total'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, holds: row.holds === null ? null : fromJson<CopyContents>(row.holds) }
}
