import { sql, type RawBuilder } from 'kysely'
import type { Db, HelperEnd } from '#db/schema/tables.ts'
import { helperYearMs } from './term.ts'

/** Who may help on the own page of someone else. */

/** The helper who is signed in. */
export interface Helper {
  id: string
  name: string
  endsAt: number
}

/**
 * The one condition under which a helper gets in, for queries that join "helper" and the "contact" of the person. Whom the
 * person has named helps only while the contact says the address from which it was done.
 */
export function stillHelps(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    helper.ended_at is null and helper.ends_at > ${now.getTime()}
    and (helper.named_from is null or helper.named_from = contact.email)
  )`
}

/** The first sign-in proves the address; from then on the help lasts until a year after the naming. */
export async function proveHelper(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('own_helper')
    .set((eb) => ({ proved_at: now.getTime(), ends_at: eb('named_at', '+', helperYearMs) }))
    .where('id', '=', id)
    .where('proved_at', 'is', null)
    .execute()
}

export interface HelperLine {
  id: string
  name: string
  email: string
  /** What the office was asked in writing; null if the person named the helper. */
  reason: string | null
  namedAt: number
  provedAt: number | null
  endsAt: number
  endedAt: number | null
  endedBy: HelperEnd | null
}

/** The helpers of a person, newest first, with those that ended within a year. */
export function listHelpers(db: Db, personId: string): Promise<HelperLine[]> {
  return db
    .selectFrom('own_helper')
    .select(['id', 'name', 'email', 'reason', 'named_at as namedAt', 'proved_at as provedAt'])
    .select(['ends_at as endsAt', 'ended_at as endedAt', 'ended_by as endedBy'])
    .where('person_id', '=', personId)
    .orderBy('named_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

export function isHelping({ endedAt, endsAt }: Pick<HelperLine, 'endedAt' | 'endsAt'>, now: Date): boolean {
  return endedAt === null && endsAt > now.getTime()
}
