import { officeTimeInWords } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import type { LetterDefinition } from '#features/letters/definition.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { roleLabels, unconfirmedDays, type Role } from '#features/staff/accounts/workflow.ts'

/** The values of letters about staff accounts, by the words in braces, before they are formatted. */
interface AccountFacts {
  role: Role
  reason: string
  factor: string
  provider: string
  address: string
  moment: Date
}

type NameIn<Letter extends LetterDefinition> = Letter['placeholders'][number]['name']

/** What a letter needs: its words in braces, and a link where it has a button. */
type Needed<Letter extends LetterDefinition> = Pick<AccountFacts, NameIn<Letter> & keyof AccountFacts> &
  (Letter extends { action: string } ? { link: string } : { link?: undefined })

/** Queues a letter about an account, in the transaction of what it reports. */
export async function sendStaffLetter<Letter extends LetterDefinition>(
  db: Db,
  to: { email: string; name: string },
  letter: Letter,
  given: Needed<Letter>,
  now: Date,
): Promise<void> {
  const {
    role,
    reason,
    factor,
    provider,
    address,
    moment,
    link,
  }: Partial<AccountFacts> & { link?: string | undefined } = given
  const facts = {
    days: String(unconfirmedDays),
    ...(role && { role: roleLabels[role] }),
    ...(reason !== undefined && { reason }),
    ...(factor !== undefined && { factor }),
    ...(provider !== undefined && { provider }),
    ...(address !== undefined && { address: address || 'unknown' }),
    ...(moment && { moment: officeTimeInWords(moment) }),
  }
  await sendLetter<string>(db, to, letter, { facts, link }, now)
}
