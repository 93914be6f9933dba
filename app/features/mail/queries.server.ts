import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'

/** Emails that could not be sent, for the counts of the rail. */
export function failedMail(db: Db) {
  return db
    .selectFrom('mail')
    .select((eb) => [
      sql<string>`'mail'`.as('area'),
      sql<string>`''`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('failed_at', 'is not', null)
}

export async function countFailedMail(db: Db): Promise<number> {
  const { count } = await failedMail(db).executeTakeFirstOrThrow()
  return count
}
