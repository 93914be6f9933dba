import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import type { IdentityConfig } from '#features/staff/session/client.ts'
import { matchingStep } from './totp.ts'

/** Whether the code is right and unused. Call it in the transaction that acts on it. */
export async function useTotp(
  db: Db,
  config: IdentityConfig,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('staff_totp')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = row && matchingStep(unseal(row.secret, config.secret, userId), code, now)
  if (step === undefined) return false
  // The row decides: of two requests with one code only one finds its step unused.
  const used = await db
    .updateTable('staff_totp')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** The app's key must be readable, so it is stored encrypted and bound to its owner. */
export function seal(plain: Buffer, secret: string, owner: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function unseal(sealed: string, secret: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'totp', 32))
}
