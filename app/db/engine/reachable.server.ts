import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'

/** How many seconds the database takes to answer. */
export async function timeQuery(db: Db): Promise<number> {
  const startedAt = performance.now()
  await sql`select 1`.execute(db)
  return (performance.now() - startedAt) / 1000
}

/** Whether it answers in time; an unreachable one could keep us waiting for long. */
export async function isReachable(db: Db, withinMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), withinMs)
  const answers = timeQuery(db).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answers, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
