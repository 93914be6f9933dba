import type { Db } from '#db/tables.ts'

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

/** What was asked for within the last day, the latest first. */
export function listCopies(db: Db) {
  return db
    .selectFrom('site_copy')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** One that can be fetched. */
export function findReadyCopy(db: Db, id: string) {
  return db
    .selectFrom('site_copy')
    .select(columns)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirst()
}
