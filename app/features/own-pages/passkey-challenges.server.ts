import type { Db } from '#db/schema/tables.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

/** What a browser is to sign with a passkey: once, for five minutes, and only in the browser that requested it. */

const lifeMs = 5 * 60_000

/** Without a person it is for signing in. The browser stores the returned token. */
export async function startChallenge(
  db: Db,
  { personId, challenge }: { personId: string | null; challenge: string },
  now: Date,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('own_challenge')
    .values({
      ...{ browser_hash: hashToken(token), person_id: personId, challenge },
      expires_at: now.getTime() + lifeMs,
    })
    .execute()
  return token
}

/** The challenge of a browser, which is gone then. One for signing in adds no passkey, and the other way round. */
export async function useChallenge(
  db: Db,
  token: string | undefined,
  personId: string | null,
  now: Date,
): Promise<string | undefined> {
  const used = await db
    .deleteFrom('own_challenge')
    .where('browser_hash', '=', hashToken(token ?? ''))
    .where('expires_at', '>', now.getTime())
    .returning(['challenge', 'person_id'])
    .executeTakeFirst()
  return used?.person_id === personId ? used.challenge : undefined
}
