import type { Db } from '#db/schema/tables.ts'

/** Settings come with the starter content, in its transaction. */
export async function hasContent(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('name').limit(1).executeTakeFirst()) !== undefined
}
