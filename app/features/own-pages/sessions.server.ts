import { newId } from '#db/engine/id.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { proveHelper, stillHelps, type Helper } from './helpers/queries.server.ts'
import { listOpenPagesAt, type OwnPageChoice } from './queries.server.ts'

/**
 * Sessions of the own page. They are in a table of their own, and no rights of staff follow from them. A session is open
 * only while the contact of its person says the address that was proved; that of a helper only while the helper may help.
 */

const minute = 60_000
export const ownSessionHours = 8
const maxMs = ownSessionHours * 60 * minute
const maxIdleMs = 60 * minute
const maxChoiceMs = 10 * minute
const freshMs = 15 * minute

export interface NewOwnSession {
  token: string
  /** Whether the person still has to say which of several they are. */
  mustChoose: boolean
}

/** Someone on an own page: its person, or a helper. */
export interface OwnVisit {
  id: string
  personId: string
  /** Of the person, also if a helper is signed in. Empty if the Academy knows none. */
  email: string
  helper: Helper | null
}

export interface OwnSession extends OwnVisit {
  helper: null
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
  pages: readonly OwnPageChoice[],
  { address, former }: Browser,
  now: Date,
): Promise<NewOwnSession> {
  await endByToken(db, former)
  const [only, ...others] = pages
  if (!only) throw new Error('This address opens no page.')
  if (others.length === 0) return { token: await openPage(db, email, only, address, now), mustChoose: false }
  const nobody = { email, personId: null, helperId: null }
  return { token: await insertSession(db, nobody, now), mustChoose: true }
}

async function openPage(
  db: Db,
  email: string,
  { personId, helperId }: OwnPageChoice,
  address: string,
  now: Date,
): Promise<string> {
  const token = await insertSession(db, { email, personId, helperId }, now)
  if (helperId !== null) await proveHelper(db, helperId, now)
  const actor = { kind: 'person', id: personId, address, ...(helperId && { helper: helperId }) } as const
  await record(db, actor, 'own-page.signed-in', `person:${personId}`, {}, now)
  return token
}

/** The session of a token, if its page is chosen and still open. */
export async function findOwnSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<OwnVisit | undefined> {
  if (!token) return undefined
  const row = await db
    .selectFrom('own_session as session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .leftJoin('person_contact as contact', 'contact.person_id', 'person.id')
    .leftJoin('own_helper as helper', 'helper.id', 'session.helper_id')
    .select(['session.id', 'person.id as personId', 'contact.email', 'session.last_seen_at as lastSeenAt'])
    .select(['session.helper_id as helperId', 'helper.name as helperName', 'helper.ends_at as helperEndsAt'])
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', now.getTime())
    .where('session.last_seen_at', '>', now.getTime() - maxIdleMs)
    .where('person.binned_at', 'is', null)
    .where('person.died_year', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('session.helper_id', 'is', null), eb('contact.email', '=', eb.ref('session.email'))]),
        eb.and([
          eb('helper.person_id', '=', eb.ref('session.person_id')),
          eb('helper.email', '=', eb.ref('session.email')),
          stillHelps(now),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { lastSeenAt, id, personId, email, helperId, helperName, helperEndsAt } = row
  if (now.getTime() - lastSeenAt >= minute) await noteSeen(db, id, now)
  const helper =
    helperId === null ? null : { id: helperId, name: helperName ?? '', endsAt: helperEndsAt ?? 0 }
  return { id, personId, email: email ?? '', helper }
}

/** Whether the person themselves is signed in: a helper may not do everything. */
export function isOwnSession(visit: OwnVisit): visit is OwnSession {
  return visit.helper === null
}

/** For someone who has proved an address that opens several pages: those pages. */
export async function findChoice(db: Db, token: string | undefined, now: Date) {
  if (!token) return undefined
  const row = await db
    .selectFrom('own_session')
    .select(['id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('person_id', 'is', null)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()
  return row && { ...row, pages: await listOpenPagesAt(db, row.email, now) }
}

/** Chooses one of the pages that the proved address opens, by its key. The row decides: it can be used once. */
export function choosePage(
  db: Db,
  { token, key }: { token: string | undefined; key: string },
  address: string,
  now: Date,
): Promise<Outcome<'over' | 'not-found', { token: string }>> {
  return inTransaction(db, async (db) => {
    const choice = await findChoice(db, token, now)
    if (!choice) return { ok: false, reason: 'over' }
    const page = choice.pages.find((one) => one.key === key)
    if (!page) return { ok: false, reason: 'not-found' }
    const used = await db.deleteFrom('own_session').where('id', '=', choice.id).executeTakeFirst()
    if (!used.numDeletedRows) return { ok: false, reason: 'over' }
    return { ok: true, token: await openPage(db, choice.email, page, address, now) }
  })
}

/** Signs out here. */
export function endOwnSession(db: Db, session: OwnVisit, address: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('own_session').where('id', '=', session.id).execute()
    const actor = actorOf(session, address)
    await record(db, actor, 'own-page.signed-out', `person:${session.personId}`, {}, now)
  })
}

/** Signs the person out everywhere, including here. Helpers stay until their help ends. */
export function endAllOwnSessions(db: Db, session: OwnSession, address: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await ownSessions(db, session.personId).execute()
    const actor = actorOf(session, address)
    await record(db, actor, 'own-page.signed-out-everywhere', `person:${session.personId}`, {}, now)
  })
}

/** After the person has changed their address: no old session opens anything any more. */
export async function replaceOwnSessions(
  db: Db,
  { personId, email }: { personId: string; email: string },
  now: Date,
): Promise<string> {
  await ownSessions(db, personId).execute()
  return insertSession(db, { email, personId, helperId: null }, now)
}

function ownSessions(db: Db, personId: string) {
  return db.deleteFrom('own_session').where('person_id', '=', personId).where('helper_id', 'is', null)
}

/** As operations know who is signed in. */
export function actorOf({ personId, helper }: OwnVisit, address: string) {
  return { kind: 'person', id: personId, address, ...(helper && { helper: helper.id }) } as const
}

/** On how many devices the person is signed in. */
export async function countOwnSessions(db: Db, personId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('own_session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('helper_id', 'is', null)
    .where('expires_at', '>', now.getTime())
    .where('last_seen_at', '>', now.getTime() - maxIdleMs)
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
  { email, personId, helperId }: { email: string; personId: string | null; helperId: string | null },
  now: Date,
): Promise<string> {
  const [token, at] = [newToken(), now.getTime()]
  await db
    .insertInto('own_session')
    .values({
      ...{ id: newId(), token_hash: hashToken(token), person_id: personId, helper_id: helperId, email },
      ...{ created_at: at, last_seen_at: at },
      expires_at: at + (personId === null ? maxChoiceMs : maxMs),
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
