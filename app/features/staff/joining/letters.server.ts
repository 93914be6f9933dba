import type { Db } from '#db/schema/tables.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { roleLabels, unconfirmedDays, type Role } from '#features/staff/accounts/workflow.ts'

/** What the letters about staff accounts tell; how they say it stands among the wordings of all letters. */
interface LetterFacts {
  'signed-up': { role: Role; link: string }
  'already-known': { link: string }
  verify: { link: string }
  approved: { role: Role; link: string }
  'role-changed': { role: Role; reason: string }
  disabled: { reason: string }
  enabled: object
  invited: { role: Role; link: string }
  reset: { link: string }
  'sign-in-link': { link: string }
  'password-changed': { at: Date; link: string }
  'factor-added': { factor: string; at: Date }
  'factor-removed': { factor: string; at: Date }
  'factor-guessed': { at: Date; link: string }
  'factors-reset': { reason: string }
  'factors-reset-password': { reason: string; link: string }
  'new-device': { address: string; at: Date }
  'codes-renewed': { at: Date }
}

/** Everything that any of them may tell. */
interface AnyFacts {
  role?: Role
  reason?: string
  factor?: string
  address?: string
  at?: Date
  link?: string
}

/** Leaves a letter to be sent, in the transaction of what it tells. */
export async function sendLetter<Kind extends keyof LetterFacts>(
  db: Db,
  to: { email: string; name: string },
  kind: Kind,
  given: LetterFacts[Kind] & AnyFacts,
  now: Date,
): Promise<void> {
  const { role, reason, factor, address, at, link } = given
  const facts = {
    days: String(unconfirmedDays),
    ...(role && { role: roleLabels[role] }),
    ...(reason !== undefined && { reason }),
    ...(factor !== undefined && { factor }),
    ...(address !== undefined && { address: address || 'unknown' }),
    ...(at && { moment: momentText(at) }),
  }
  await sendCaseLetter(db, to, `staff.${kind}`, { facts, link }, now)
}

function momentText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
}
