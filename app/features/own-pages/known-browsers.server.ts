import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

/**
 * Browsers in which someone has signed in with an address before. Their requests for codes are counted apart from those
 * of strangers, so that nobody can use up the codes of an address for its owner. A known browser opens nothing.
 */

const lifeMs = 180 * dayMs

/** The hash of the browser, if someone has signed in there with this address. */
export async function findKnownBrowser(
  db: Db,
  token: string | undefined,
  email: string,
  now: Date,
): Promise<string | undefined> {
  if (!token) return undefined
  const row = await db
    .selectFrom('own_browser')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('email', '=', email.toLowerCase())
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  return row?.token_hash
}

/** The token that the browser stores, unless it is known already. */
export async function rememberBrowser(
  db: Db,
  token: string | undefined,
  email: string,
  now: Date,
): Promise<string | undefined> {
  if (await findKnownBrowser(db, token, email, now)) return undefined
  const fresh = newToken()
  await db
    .insertInto('own_browser')
    .values({ token_hash: hashToken(fresh), email: email.toLowerCase(), expires_at: now.getTime() + lifeMs })
    .execute()
  return fresh
}
