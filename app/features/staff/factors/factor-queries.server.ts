import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Role } from '#features/staff/accounts/workflow.ts'

export interface Factors {
  totpSince: Date | null
  passkeys: number
  recoveryCodesLeft: number
}

export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const totp = await db
    .selectFrom('staff_totp')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const count = async (table: 'staff_passkey' | 'staff_recovery_code') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  return {
    totpSince: totp?.confirmed_at ? new Date(totp.confirmed_at) : null,
    passkeys: (await count('staff_passkey')).n,
    recoveryCodesLeft: (await count('staff_recovery_code')).n,
  }
}

/** Whether an authenticator app is confirmed or a passkey stored. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { totpSince, passkeys } = await findFactors(db, userId)
  return totpSince !== null || passkeys > 0
}

/** An administrator without a second factor sets one up before anything else, unless the settings say otherwise. */
export async function mustEnrol(db: Db, role: Role | null, has: boolean): Promise<boolean> {
  return role === 'admin' && !has && (await readSettings(db)).secondFactorForAdmins
}
