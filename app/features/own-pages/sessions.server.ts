import { newId } from '#db/engine/id.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { ownSessionHours } from './cookies.ts'
import { listOpenPeopleAt, type OwnPerson } from './queries.server.ts'

/**
 * Sessions of the own page. They are in a table of their own, and no rights of staff follow from them. A session is open
 * only while the contact of its person says the address that was proved.
 */

const minute = 60_000
const longestMs = ownSessionHours * 60 * minute
const longestIdleMs = 60 * minute
const longestChoiceMs = 10 * minute
const freshMs = 15 * minute

export interface NewOwnSession {
  token: string
  /** Whether the person still has to say which of several they are. */
  mustChoose: boolean
}

export interface OwnSession {
  id: string
  personId: string
  email: string
}

/** Where a sign-in comes from, and the token that the browser had before. */
interface Browser {
  address: string
  former: string | undefined
}

/** Always with a new token: whatever the browser had before opens nothing any more. */
export async function beginOwnSession(
  db: Db,
  email: string,
  people: readonly OwnPerson[],
  { address, former }: Browser,
  now: Date,
): Promise<NewOwnSession> {
  await endByToken(db, former)
  const [only, ...others] = people
  if (!only) throw new Error('Nobody has this address.')
  const personId = others.length === 0 ? only.id : null
  const token = await insertSession(db, { email, personId }, now)
  if (personId !== null) await recordSignIn(db, personId, address, now)
  return { token, mustChoose: personId === null }
}

/** The session of a token, if its person is chosen and its page still open. */
export async function findOwnSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<OwnSession | undefined> {
  if (!token) return undefined
  const row = await db
    .selectFrom('own_session as session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .innerJoin('person_contact as contact', (join) =>
      join.onRef('contact.person_id', '=', 'person.id').onRef('contact.email', '=', 'session.email'),
    )
    .select(['session.id', 'person.id as personId', 'session.email', 'session.last_seen_at as lastSeenAt'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', now.getTime())
    .where('session.last_seen_at', '>', now.getTime() - longestIdleMs)
    .where('person.binned_at', 'is', null)
    .where('person.died_year', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { lastSeenAt, ...session } = row
  if (now.getTime() - lastSeenAt >= minute) await noteSeen(db, session.id, now)
  return session
}

/** For someone who has proved an address that several people share: those people. */
export async function findChoice(db: Db, token: string | undefined, now: Date) {
  if (!token) return undefined
  const row = await db
    .selectFrom('own_session')
    .select(['id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('person_id', 'is', null)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  return row && { ...row, people: await listOpenPeopleAt(db, row.email) }
}

/** Chooses one of the people who share the proved address. The row decides: it can be used once. */
export function choosePerson(
  db: Db,
  { token, personId }: { token: string | undefined; personId: string },
  address: string,
  now: Date,
): Promise<Outcome<'over' | 'not-found', { token: string }>> {
  return inTransaction(db, async (db) => {
    const choice = await findChoice(db, token, now)
    if (!choice) return { ok: false, reason: 'over' }
    if (!choice.people.some(({ id }) => id === personId)) return { ok: false, reason: 'not-found' }
    const used = await db.deleteFrom('own_session').where('id', '=', choice.id).executeTakeFirst()
    if (!used.numDeletedRows) return { ok: false, reason: 'over' }
    const chosen = await insertSession(db, { email: choice.email, personId }, now)
    await recordSignIn(db, personId, address, now)
    return { ok: true, token: chosen }
  })
}

/** Signs out here. */
export function endOwnSession(db: Db, session: OwnSession, address: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('own_session').where('id', '=', session.id).execute()
    const actor = { kind: 'person', id: session.personId, address } as const
    await record(db, actor, 'own-page.signed-out', `person:${session.personId}`, {}, now)
  })
}

/** Signs out everywhere, including here. */
export function endAllOwnSessions(db: Db, session: OwnSession, address: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('own_session').where('person_id', '=', session.personId).execute()
    const actor = { kind: 'person', id: session.personId, address } as const
    await record(db, actor, 'own-page.signed-out-everywhere', `person:${session.personId}`, {}, now)
  })
}

/** After the person has changed their address: no old session opens anything any more. */
export async function replaceOwnSessions(
  db: Db,
  { personId, email }: { personId: string; email: string },
  now: Date,
): Promise<string> {
  await db.deleteFrom('own_session').where('person_id', '=', personId).execute()
  return insertSession(db, { email, personId }, now)
}

/** On how many devices the person is signed in. */
export async function countOwnSessions(db: Db, personId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('own_session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now.getTime())
    .where('last_seen_at', '>', now.getTime() - longestIdleMs)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether someone signed in here in the last 15 minutes, and has not signed out since. */
export async function isFreshSession(db: Db, { id }: OwnSession, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('own_session')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', now.getTime() - freshMs)
    .executeTakeFirst()
  return row !== undefined
}

async function insertSession(
  db: Db,
  { email, personId }: { email: string; personId: string | null },
  now: Date,
): Promise<string> {
  const [token, at] = [newToken(), now.getTime()]
  await db
    .insertInto('own_session')
    .values({
      ...{ id: newId(), token_hash: hashToken(token), person_id: personId, email },
      ...{ created_at: at, last_seen_at: at },
      expires_at: at + (personId === null ? longestChoiceMs : longestMs),
    })
    .execute()
  return token
}

async function endByToken(db: Db, token: string | undefined): Promise<void> {
  if (token) await db.deleteFrom('own_session').where('token_hash', '=', hashToken(token)).execute()
}

async function noteSeen(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('own_session').set({ last_seen_at: now.getTime() }).where('id', '=', id).execute()
}

function recordSignIn(db: Db, personId: string, address: string, now: Date) {
  const actor = { kind: 'person', id: personId, address } as const
  return record(db, actor, 'own-page.signed-in', `person:${personId}`, {}, now)
}
