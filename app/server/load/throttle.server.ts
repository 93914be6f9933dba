import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Limit } from './limit.ts'

/** How often something may be tried. The row decides, so that bursts and several processes are counted exactly. */

/**
 * Counts one try, `tries` so far; `isFirst` marks the first that is refused. It must be claimed, and committed, before
 * the check itself. A window that ends too late was started before the clock was set back, and is shortened.
 */
export async function claimTry(
  db: Db,
  limit: Limit,
  whose: string,
  now: Date,
): Promise<{ ok: true; tries: number } | { ok: false; until: Date; isFirst: boolean }> {
  const at = now.getTime()
  const { max, windowMs, sliding } = limit
  const slidesBelow = sliding ? max : 0
  const { rows } = await sql<{ tries: number; window_ends_at: number }>`
    insert into throttle (subject, tries, window_ends_at)
    values (${subject(limit, whose)}, 1, ${at + windowMs})
    on conflict (subject) do update set
      tries = case when throttle.window_ends_at <= ${at} then 1 else throttle.tries + 1 end,
      window_ends_at = case when throttle.window_ends_at <= ${at} or throttle.tries < ${slidesBelow}
          or throttle.window_ends_at > excluded.window_ends_at
        then excluded.window_ends_at else throttle.window_ends_at end
    returning tries, window_ends_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Counting a try of ${limit.name} returned no row.`)
  if (row.tries <= max) return { ok: true, tries: row.tries }
  return { ok: false, until: new Date(row.window_ends_at), isFirst: row.tries === max + 1 }
}

/** After a success. The count is not reset to zero, or the owner's sign-in would give an attacker ten more tries. */
export async function giveBackTry(db: Db, limit: Limit, whose: string): Promise<void> {
  await db
    .updateTable('throttle')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('subject', '=', subject(limit, whose))
    .where('tries', '>', 0)
    .execute()
}

/** After the owner of an address has used a link: the other links are void, so the next must be sent. */
export async function forgetTries(db: Db, limits: Limit[], whose: string): Promise<void> {
  const subjects = limits.map((one) => subject(one, whose))
  await db.deleteFrom('throttle').where('subject', 'in', subjects).execute()
}

/**
 * Writes as many rows as the other case would, so that the timing reveals nothing. They mean nothing and expire like
 * the others.
 */
export async function writeAsMuch(db: Db, rows: number, now: Date): Promise<void> {
  for (let row = 0; row < rows; row++)
    await db
      .insertInto('throttle')
      .values({ subject: `nothing:${newId()}`, tries: 0, window_ends_at: now.getTime() })
      .execute()
}

/** For counting by the address of someone who may ask for erasure: it is in no table. */
export function hiddenAddress(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)
}

function subject({ name }: Limit, whose: string): string {
  return `${name}:${whose}`
}
