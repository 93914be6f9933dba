import type { Db } from '#db/schema/tables.ts'
import type { IdentityConfig } from '#features/staff/session/client.ts'
import { unseal } from '#features/staff/session/sealed-values.server.ts'
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
