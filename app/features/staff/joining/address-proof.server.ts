import type { Db } from '#db/schema/tables.ts'
import { setPassword, type Account } from '#features/staff/accounts/accounts.server.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { forgetDevices } from '#features/staff/session/devices.server.ts'
import { removeFactors } from '#features/staff/factors/factors.server.ts'
import { removeIdentities } from '#features/staff/providers/identities.server.ts'
import { voidLinks } from './links.server.ts'
import type { ChosenPassword } from './newcomers.server.ts'
import { deleteSessions } from '#features/staff/session/sessions.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { forgetTries } from '#server/load/throttle.server.ts'

/**
 * Someone followed a mailed link and chose the password on its page, or has none and signs in at a provider: from now on
 * the account is theirs alone. Before
 * the first such proof anyone may have signed up with the address, so nothing made before it stays.
 */
export async function proveAddress(
  db: Db,
  { id, email, emailVerifiedAt }: Pick<Account, 'id' | 'email' | 'emailVerifiedAt'>,
  password: ChosenPassword | null,
  now: Date,
): Promise<void> {
  await setPassword(db, id, password, now)
  await deleteSessions(db, id)
  await forgetDevices(db, id)
  await voidLinks(db, 'reset', email)
  await forgetTries(db, [staffLimits['reset-letter']], email)
  if (emailVerifiedAt === null) {
    await removeFactors(db, id)
    await removeIdentities(db, id)
    await voidLinks(db, 'verify', email)
  }
  await db
    .updateTable('staff_user')
    .set({
      failures: 0,
      factor_failures: 0,
      email_verified_at: emailVerifiedAt ?? now.getTime(),
      updated_at: now.getTime(),
    })
    .where('id', '=', id)
    .execute()
  await mirrorUser(db, id, now)
}
