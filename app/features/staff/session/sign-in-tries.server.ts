import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { findAccountByEmail, findPassword, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client, IdentityConfig } from './client.ts'
import { findDevice } from './devices.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import type { SessionUser } from './sessions.server.ts'
import type { Limit } from '#server/load/limit.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry, giveBackTry, writeAsMuch } from '#server/load/throttle.server.ts'

/** Wrong passwords in a row after which only a mailed link helps. A known browser has some in reserve. */
const maxFailures = { stranger: 80, knownDevice: 99 }

/** Wrong codes in a row after which only a new password by mail, or an administrator, helps. */
const maxFactorFailures = 60

export interface TryClaim {
  ok: true
  /** Where the tries were counted, to undo the count. */
  counted: [Limit, string][]
  userId: string | undefined
  /** The stored password; null for an unknown account. */
  stored: string | null
  isLocked: boolean
}

/**
 * Counts a password try before checking it and in its own transaction, so that no burst gets past. The same happens for
 * an address without an account.
 */
export function claimPasswordTry(
  db: Db,
  email: string,
  client: Client,
  now: Date,
): Promise<TryClaim | { ok: false; until: Date }> {
  return inTransaction(db, async (db) => {
    const device = await findDevice(db, email, client, now)
    // A known browser has its own count, so that others behind the same address cannot use up its tries.
    const counted: [Limit, string][] = device
      ? [[staffLimits.device, device]]
      : [
          [staffLimits.address, networkOf(client.address)],
          [staffLimits.account, email],
        ]
    const account = await findAccountByEmail(db, email)
    for (const [limit, whose] of counted) {
      const tried = await claimTry(db, limit, whose, now)
      if (tried.ok) continue
      if (tried.isFirst) await recordPause(db, limit, account?.id, client, now)
      return { ok: false, until: tried.until }
    }
    const max = device ? maxFailures.knownDevice : maxFailures.stranger
    const isLocked = account !== undefined && !(await countFailure(db, account.id, max))
    if (!account) await writeAsMuch(db, 1, now)
    const password = await findPassword(db, account?.id ?? '')
    return {
      ok: true,
      counted,
      userId: account?.id,
      stored: isLocked ? null : (password?.hash ?? null),
      isLocked,
    }
  })
}

/**
 * Counts a second-factor try, also before checking it. Someone who fails here knows the password, so the owner gets an
 * email at the first pause.
 */
export function claimFactorTry(
  db: Db,
  user: Pick<SessionUser, 'id' | 'name' | 'email'>,
  { origin }: IdentityConfig,
  client: Client,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: 'locked' } | { ok: false; reason: 'too-many'; until: Date }> {
  return inTransaction(db, async (db) => {
    // Before the tries, as in passSecondFactor: in the other order several codes in parallel would deadlock.
    await lockAccount(db, user.id)
    const tried = await claimTry(db, staffLimits.factor, user.id, now)
    if (tried.ok)
      return (await countFactorFailure(db, user.id)) ? { ok: true } : { ok: false, reason: 'locked' }
    if (tried.isFirst) {
      await recordPause(db, staffLimits.factor, user.id, client, now)
      const link = `${origin}/admin/forgotten-password`
      if ((await claimTry(db, staffLimits['factor-letter'], user.id, now)).ok)
        await sendStaffLetter(db, user, staffLetters.factorGuessed, { moment: now, link }, now)
    }
    return { ok: false, reason: 'too-many', until: tried.until }
  })
}

async function countFactorFailure(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_user')
    .set((eb) => ({ factor_failures: eb('factor_failures', '+', 1) }))
    .where('id', '=', userId)
    .where('factor_failures', '<', maxFactorFailures)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** After the right code. */
export async function giveBackFactorTry(db: Db, userId: string): Promise<void> {
  await giveBackTry(db, staffLimits.factor, userId)
  await db.updateTable('staff_user').set({ factor_failures: 0 }).where('id', '=', userId).execute()
}

/** Whether one more is allowed. It counts as wrong until it proves to be right. */
async function countFailure(db: Db, userId: string, max: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_user')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', userId)
    .where('failures', '<', max)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** After the right password, or if the password could not be checked. */
export async function giveBackPasswordTry(
  db: Db,
  { counted, userId }: TryClaim,
  wasRight: boolean,
): Promise<void> {
  for (const [limit, whose] of counted) await giveBackTry(db, limit, whose)
  await db
    .updateTable('staff_user')
    .set((eb) => ({ failures: wasRight ? 0 : eb('failures', '-', 1) }))
    .where('id', '=', userId ?? '')
    .where('failures', '>', 0)
    .execute()
}

/** Once per window, so that a flood of tries does not flood the audit trail. */
function recordPause(db: Db, limit: Limit, userId: string | undefined, client: Client, now: Date) {
  const subject = userId ? `staff:${userId}` : 'staff'
  const actor = { kind: 'visitor', address: client.address } as const
  return record(db, actor, 'staff.sign-in-paused', subject, { limit: limit.name }, now)
}
