import type { Db } from '#db/schema/tables.ts'

const rarest = 60_000

/** Records that a background task still runs, at most once a minute. */
export function heartbeat(db: Db, name: string) {
  let reportedAt = 0
  return async (now: Date): Promise<void> => {
    const at = now.getTime()
    if (at - reportedAt < rarest) return
    reportedAt = at
    await db
      .insertInto('heartbeat')
      .values({ name, since: at, at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
      .execute()
  }
}

export function findHeartbeat(db: Db, name: string) {
  return db.selectFrom('heartbeat').select(['since', 'at']).where('name', '=', name).executeTakeFirst()
}
