import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Client } from './client.ts'
import type { NewToken } from './tokens.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import type { SessionUser } from './sessions.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

/**
 * Browsers in which someone has signed in before. Each has its own count of tries, so that someone who fails on purpose
 * elsewhere cannot lock the owner out.
 */

const lifeMs = 180 * dayMs

/** The hash of the browser, if this person has used it before; without an address, if anyone has. */
export async function findDevice(
  db: Db,
  email: string | undefined,
  { tokens: { device: token } }: Client,
  now: Date,
): Promise<string | undefined> {
  if (!token) return undefined
  const row = await db
    .selectFrom('staff_device as device')
    .innerJoin('staff_user as user', 'user.id', 'device.user_id')
    .select('device.token_hash')
    .where('device.token_hash', '=', hashToken(token))
    .where('device.expires_at', '>', now.getTime())
    .$if(email !== undefined, (query) => query.where('user.email', '=', email ?? ''))
    .executeTakeFirst()
  return row?.token_hash
}

/** Remembers the browser unless it is known, and emails the owner if it is not the first. */
export async function rememberDevice(
  db: Db,
  user: Pick<SessionUser, 'id' | 'name' | 'email'>,
  client: Client,
  now: Date,
): Promise<NewToken | undefined> {
  if (await findDevice(db, user.email, client, now)) return undefined
  const others = await db
    .selectFrom('staff_device')
    .select('token_hash')
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst()
  if (others)
    await sendStaffLetter(db, user, staffLetters.newDevice, { address: client.address, moment: now }, now)
  return addDevice(db, user.id, now)
}

export async function addDevice(db: Db, userId: string, now: Date): Promise<NewToken> {
  const token = newToken()
  await db
    .insertInto('staff_device')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: now.getTime() + lifeMs })
    .execute()
  return { token, seconds: lifeMs / 1000 }
}

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('staff_device').where('user_id', '=', userId).execute()
}
