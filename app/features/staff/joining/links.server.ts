import type { Db, StaffRole } from '#db/schema/tables.ts'
import { removeUsedLinkByHash, removeUsedLink } from '#server/mail/mail-tokens.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

/**
 * Single-use links. A page shows a button and only the button acts, because programs follow links in letters. Code that
 * needs both locks takes the account's first, to avoid a deadlock.
 */

export type Purpose = 'verify' | 'reset' | 'invite' | 'first-admin' | 'sign-in'

const minute = 60_000
const lifeMs: Record<Purpose, number> = {
  verify: 30 * minute,
  reset: 30 * minute,
  invite: 30 * minute,
  'sign-in': 30 * minute,
  'first-admin': 24 * 60 * minute,
}

/** How long an invitation is valid: until then its link can be sent again. */
export const inviteLifeMs = 7 * 24 * 60 * minute

interface LinkFor {
  purpose: Purpose
  email: string
  userId?: string
  role?: StaffRole
  madeBy?: string
  /** If a link replaces another, the day of the first. */
  createdAt?: Date
}

export interface Link {
  userId: string | null
  email: string
  role: StaffRole | null
  madeBy: string | null
  createdAt: Date
  isOver: boolean
}

/** Of these only the newest works. Strangers can request the others, which must not void the owner's. */
const single: readonly Purpose[] = ['invite', 'first-admin']

/** The link for the letter. */
export async function makeLink(db: Db, origin: string, link: LinkFor, now: Date): Promise<string> {
  const token = newToken()
  if (single.includes(link.purpose)) await voidLinks(db, link.purpose, link.email)
  await db
    .insertInto('staff_link')
    .values({
      token_hash: hashToken(token),
      purpose: link.purpose,
      user_id: link.userId ?? null,
      email: link.email,
      role: link.role ?? null,
      made_by: link.madeBy ?? null,
      expires_at: now.getTime() + lifeMs[link.purpose],
      created_at: (link.createdAt ?? now).getTime(),
    })
    .execute()
  return `${origin}/admin/link/${link.purpose}?token=${token}`
}

/** Reads without using. */
export async function findLink(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<Link | undefined> {
  const row = await db
    .selectFrom('staff_link')
    .select(['user_id', 'email', 'role', 'made_by', 'created_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row && toLink(row, now)
}

/**
 * Uses it up. The row decides: of several requests with one link only one gets it. The stored letter loses the link.
 */
export async function takeLink(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<Link | undefined> {
  const row = await db
    .updateTable('staff_link')
    .set({ used_at: now.getTime() })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.getTime())
    .returning(['user_id', 'email', 'role', 'made_by', 'created_at', 'expires_at'])
    .executeTakeFirst()
  if (row) await removeUsedLink(db, row.email, token)
  return row && toLink(row, now)
}

/** The tokens, by their hashes, that still do something, even if only to have an invitation sent again. */
export async function listLiveTokens(db: Db, hashes: string[], now: Date): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('staff_link')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('expires_at', '>', now.getTime()),
        eb.and([eb('purpose', '=', 'invite'), eb('created_at', '>', now.getTime() - inviteLifeMs)]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ token_hash }) => token_hash))
}

/** Returns how many there were. Their letters lose them, so that nobody sends them again. */
export async function voidLinks(db: Db, purpose: Purpose, email: string): Promise<number> {
  const gone = await db
    .deleteFrom('staff_link')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  for (const { token_hash } of gone) await removeUsedLinkByHash(db, email, token_hash)
  return gone.length
}

function toLink(
  row: {
    user_id: string | null
    email: string
    role: StaffRole | null
    made_by: string | null
    created_at: number
    expires_at: number
  },
  now: Date,
): Link {
  return {
    userId: row.user_id,
    email: row.email,
    role: row.role,
    madeBy: row.made_by,
    createdAt: new Date(row.created_at),
    isOver: row.expires_at <= now.getTime(),
  }
}
