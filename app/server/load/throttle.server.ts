import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'

/** How often something may be tried. The row decides, so that bursts and several processes are counted exactly. */

const minute = 60_000

interface Limit {
  most: number
  windowMs: number
  /** Every try restarts the window, so that no period of that length ever holds more. */
  sliding?: true
}

const limits = {
  account: { most: 10, windowMs: 15 * minute, sliding: true },
  device: { most: 10, windowMs: 15 * minute, sliding: true },
  factor: { most: 10, windowMs: 15 * minute, sliding: true },
  'factor-letter': { most: 1, windowMs: 24 * 60 * minute },
  // People of an institute often share one address.
  address: { most: 100, windowMs: 15 * minute },
  // The sign-in page requests one each time someone starts to use a passkey.
  'passkey-challenge': { most: 300, windowMs: 15 * minute },
  // Each is a row and a request to the provider.
  'provider-attempt': { most: 100, windowMs: 15 * minute },
  // Each cause has its own count, so that nobody uses up what another needs. Shorter than such a link lives: however
  // many a stranger requests, the owner has one that works.
  'sign-in-letter': { most: 2, windowMs: 20 * minute },
  'reset-letter': { most: 2, windowMs: 20 * minute },
  'verify-letter': { most: 2, windowMs: 20 * minute },
  // By administrators, and by the holder of the invitation.
  'invite-letter': { most: 3, windowMs: 60 * minute },
  'renewed-invite-letter': { most: 3, windowMs: 60 * minute },
  'letters-from': { most: 30, windowMs: 60 * minute },
  // Of one form to one address: its link works for weeks, so nobody needs many.
  'form-letter': { most: 3, windowMs: 24 * 60 * minute },
  // Of all forms: uninvolved people are not flooded, and a stranger's form leaves room for one's own.
  'form-letters-to': { most: 12, windowMs: 24 * 60 * minute },
  'form-letters-from': { most: 200, windowMs: 60 * minute },
  // Many times what forty people behind one address need near a deadline.
  'form-begun': { most: 200, windowMs: 15 * minute },
  'form-file': { most: 1000, windowMs: 60 * minute },
  'sign-up': { most: 20, windowMs: 60 * minute },
  // A whole institute may write in the last hour before a deadline.
  'enquiries-from': { most: 300, windowMs: 60 * minute },
  'enquiries-by': { most: 30, windowMs: 60 * minute },
  'newsletter-from': { most: 100, windowMs: 60 * minute },
  // Beyond these nothing is refused; the office gets a note on the case.
  'forms-from': { most: 80, windowMs: 60 * minute },
  'forms-by': { most: 10, windowMs: 24 * 60 * minute },
  // Letters about forms that strangers can submit; those beyond it are sent together when the day is over.
  'letters-to': { most: 6, windowMs: 24 * 60 * minute },
  // As long as such a link works: however many a stranger requests, the sender of the case has one that works.
  'status-letter': { most: 3, windowMs: 24 * 60 * minute },
  'sign-up-letter': { most: 6, windowMs: 24 * 60 * minute },
  // Codes for the own page. One network cannot use up what an address may get from all of them.
  'own-codes-from': { most: 60, windowMs: 60 * minute },
  'own-codes-by': { most: 3, windowMs: 10 * minute },
  'own-codes-to': { most: 30, windowMs: 60 * minute },
  // Of one person, on the own page.
  'own-email-changes': { most: 5, windowMs: 24 * 60 * minute },
  'own-requests': { most: 20, windowMs: 24 * 60 * minute },
  'own-changes': { most: 50, windowMs: 24 * 60 * minute },
  'own-exports': { most: 5, windowMs: 24 * 60 * minute },
  'own-code-tries': { most: 100, windowMs: 15 * minute },
  // What strangers can have sent to an address, whatever they do. Counted separately, so that one does not delay the
  // other.
  'enquiry-receipt': { most: 1, windowMs: 24 * 60 * minute },
  'newsletter-letter': { most: 1, windowMs: 24 * 60 * minute },
  // This many of a kind are separate rows in the inbox; the others make one row.
  'held-alike': { most: 10, windowMs: 24 * 60 * minute },
} satisfies Record<string, Limit>

export type Limited = keyof typeof limits

/**
 * Counts one try, `tries` so far; `isFirst` marks the first that is refused. It must be claimed, and committed, before
 * the check itself. A window that ends too late was started before the clock was set back, and is shortened.
 */
export async function claimTry(
  db: Db,
  limited: Limited,
  whose: string,
  now: Date,
): Promise<{ ok: true; tries: number } | { ok: false; until: Date; isFirst: boolean }> {
  const at = now.getTime()
  const { most, windowMs, sliding }: Limit = limits[limited]
  const slidesBelow = sliding ? most : 0
  const { rows } = await sql<{ tries: number; window_ends_at: number }>`
    insert into throttle (subject, tries, window_ends_at)
    values (${subject(limited, whose)}, 1, ${at + windowMs})
    on conflict (subject) do update set
      tries = case when throttle.window_ends_at <= ${at} then 1 else throttle.tries + 1 end,
      window_ends_at = case when throttle.window_ends_at <= ${at} or throttle.tries < ${slidesBelow}
          or throttle.window_ends_at > excluded.window_ends_at
        then excluded.window_ends_at else throttle.window_ends_at end
    returning tries, window_ends_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Counting a try of ${limited} returned no row.`)
  if (row.tries <= most) return { ok: true, tries: row.tries }
  return { ok: false, until: new Date(row.window_ends_at), isFirst: row.tries === most + 1 }
}

/** After a success. The count is not reset to zero, or the owner's sign-in would give an attacker ten more tries. */
export async function giveBackTry(db: Db, limited: Limited, whose: string): Promise<void> {
  await db
    .updateTable('throttle')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('subject', '=', subject(limited, whose))
    .where('tries', '>', 0)
    .execute()
}

/** After the owner of an address has used a link: the other links are void, so the next must be sent. */
export async function forgetTries(db: Db, limited: Limited[], whose: string): Promise<void> {
  const subjects = limited.map((one) => subject(one, whose))
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

function subject(limited: Limited, whose: string): string {
  return `${limited}:${whose}`
}
