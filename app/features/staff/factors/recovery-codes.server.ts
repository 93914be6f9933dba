import { randomBytes } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import { base32, inFours } from './totp.ts'

/** Ten codes for a lost phone. 80 random bits each, so a plain hash is enough to store them. */

export async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => inFours(base32(randomBytes(10)), '-'))
  await db.deleteFrom('staff_recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('staff_recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** The row decides: each code works once. */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom('staff_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

function hashOf(userId: string, code: string): string {
  return hashToken(`${userId}:${code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')}`)
}
