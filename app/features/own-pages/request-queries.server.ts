import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db, OwnRequestKind } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { displayName } from '#features/people/register.ts'
import type { ProposedValues } from './requests.server.ts'

/** The requests of one person, newest first. */
export async function listOwnRequests(db: Db, personId: string) {
  const rows = await db
    .selectFrom('own_request')
    .select(['id', 'kind', 'state', 'note', 'proposed', 'requested_at as requestedAt'])
    .select('decided_at as decidedAt')
    .where('person_id', '=', personId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ proposed, ...row }) => ({ ...row, proposed: fromJson<ProposedValues>(proposed) }))
}

export async function hasOpenRequest(db: Db, personId: string, kind: OwnRequestKind): Promise<boolean> {
  const row = await db
    .selectFrom('own_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** For counts of several areas in one query. */
export function openRequests(db: Db) {
  return db
    .selectFrom('own_request as request')
    .innerJoin('person', 'person.id', 'request.person_id')
    .select((eb) => [
      sql<string>`'request'`.as('area'),
      sql<string>`''`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('request.state', '=', 'open')
    .where('person.binned_at', 'is', null)
}

export async function countOpenRequests(db: Db): Promise<number> {
  const { count } = await openRequests(db).executeTakeFirstOrThrow()
  return count
}

/** The open requests of all people for the office, longest waiting first. The reading is recorded. */
export function readOpenRequests(db: Db, actor: Actor, now: Date) {
  return inTransaction(db, async (db) => {
    const rows = await db
      .selectFrom('own_request as request')
      .innerJoin('person', 'person.id', 'request.person_id')
      .leftJoin('person_contact', 'person_contact.person_id', 'person.id')
      .select(['request.id', 'request.kind', 'request.proposed', 'request.requested_at as requestedAt'])
      .select(['person.id as personId', 'title', 'given_name as givenName', 'family_name as familyName'])
      .select(['institution', 'city', 'person.state as region', 'person.version', 'picture_id as picture'])
      .select('person_contact.email')
      .where('request.state', '=', 'open')
      .where('person.binned_at', 'is', null)
      .orderBy('request.requested_at')
      .orderBy('request.id')
      .limit(100)
      .execute()
    await record(db, actor, 'people.read', 'people', { requests: rows.length }, now)
    return rows.map(({ id, kind, proposed, requestedAt, personId, version, picture, email, ...person }) => ({
      ...{ id, kind, requestedAt, personId, version },
      picture: kind === 'photograph' ? picture : null,
      // The data of a person is looked up by their address.
      email: kind === 'erasure' ? email : null,
      name: displayName(person),
      now: nowOf(kind, { ...person, state: person.region }),
      proposed: fromJson<ProposedValues>(proposed),
    }))
  })
}

/** What the register says about the fields of the request. */
function nowOf(kind: string, person: Record<string, string | null>): ProposedValues {
  const fields = { name: ['title', 'givenName', 'familyName'], institution: ['institution', 'city', 'state'] }
  const own = fields[kind as keyof typeof fields] ?? []
  return Object.fromEntries(own.map((field) => [field, person[field] ?? '']))
}
