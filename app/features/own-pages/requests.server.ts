import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db, OwnRequestKind } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { immediately, sendLetter } from '#features/letters/operations.server.tsx'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { changePerson } from '#features/people/editing.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import type { Outcome } from '#outcome.ts'
import { notifyPersonOfHelp, type PersonOrHelper } from './helpers/acting.server.ts'
import { ownPageLimits } from './limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { ownPageLetters } from './letters.ts'
import { forgetPhotograph, queuePhotograph } from './photograph-rows.server.ts'
import { requestWords } from './request-words.ts'

/** What people ask the office to change about them, and what the office decides. */

/** The values wanted, by the fields of the register; a reason for an erasure. */
export type ProposedValues = Record<string, string>

/**
 * Asks the office. A newer request replaces an open one of the same kind. Nobody but the person asks for deletion, or
 * withdraws that.
 */
export function sendRequest(
  db: Db,
  actor: PersonOrHelper,
  { kind, proposed }: { kind: OwnRequestKind; proposed: ProposedValues },
  now: Date,
): Promise<Outcome<'too-many' | 'not-allowed', { id: string }>> {
  return inTransaction(db, async (db) => {
    if (!mayAsk(actor, kind)) return { ok: false, reason: 'not-allowed' }
    if (!(await claimTry(db, ownPageLimits['own-requests'], actor.id, now)).ok)
      return { ok: false, reason: 'too-many' }
    await lockWork(db, 'register')
    await endOpen(db, actor.id, kind, now)
    const id = newId()
    await db
      .insertInto('own_request')
      .values({
        ...{ id, person_id: actor.id, kind, proposed: toJson(proposed) },
        requested_at: now.getTime(),
      })
      .execute()
    await record(db, actor, 'own-page.requested', `person:${actor.id}`, { kind }, now)
    await notifyPersonOfHelp(db, actor, `asked the office to ${requestWords[kind].inLetter}`, now)
    return { ok: true, id }
  })
}

function mayAsk({ helper }: PersonOrHelper, kind: OwnRequestKind): boolean {
  return helper === undefined || kind !== 'erasure'
}

export function withdrawRequest(
  db: Db,
  actor: PersonOrHelper,
  kind: OwnRequestKind,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!mayAsk(actor, kind)) return false
    const ended = await endOpen(db, actor.id, kind, now)
    if (!ended) return false
    await record(db, actor, 'own-page.request-withdrawn', `person:${actor.id}`, { kind }, now)
    await notifyPersonOfHelp(db, actor, `no longer asks the office to ${requestWords[kind].inLetter}`, now)
    return true
  })
}

async function endOpen(db: Db, personId: string, kind: OwnRequestKind, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('own_request')
    .set({ state: 'withdrawn', decided_at: now.getTime() })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  for (const { id } of ended) await forgetPhotograph(db, id)
  return ended.length > 0
}

export type RequestRefusal = 'not-found' | 'no-note' | 'cannot-approve' | 'conflict' | 'changed'

/** The office approves, which changes the register, or refuses with a note. The person gets an email. */
export function decideRequest(
  db: Db,
  actor: StaffActor,
  origin: string,
  { id, version, approves, note }: { id: string; version: number; approves: boolean; note: string },
  now: Date,
): Promise<Outcome<RequestRefusal>> {
  return inTransaction(db, async (db) => {
    if (!approves && note === '') return { ok: false, reason: 'no-note' }
    await lockWork(db, 'register')
    const request = await db
      .selectFrom('own_request')
      .select(['person_id as personId', 'kind', 'proposed'])
      .where('id', '=', id)
      .where('state', '=', 'open')
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!request) return { ok: false, reason: 'not-found' }
    const { personId, kind } = request
    if (approves) {
      const refusal = await carryOut(db, actor, { ...request, id, version }, now)
      if (refusal) return { ok: false, reason: refusal }
    } else await forgetPhotograph(db, id)
    const state = approves ? ('approved' as const) : ('refused' as const)
    await db
      .updateTable('own_request')
      .set({ state, note: note || null, decided_at: now.getTime(), decided_by: actor.id })
      .where('id', '=', id)
      .execute()
    await record(db, actor, `own-page.${state}`, `person:${personId}`, { kind }, now)
    await notifyPerson(db, { personId, kind, state, note, link: `${origin}/my-page` }, now)
    return { ok: true }
  })
}

async function carryOut(
  db: Db,
  actor: StaffActor,
  {
    id,
    personId,
    version,
    kind,
    proposed,
  }: { id: string; personId: string; version: number; kind: OwnRequestKind; proposed: string },
  now: Date,
): Promise<'cannot-approve' | 'conflict' | 'changed' | undefined> {
  const person = await findRecord(db, personId)
  if (kind === 'photograph') return (await queuePhotograph(db, id, now)) ? undefined : 'cannot-approve'
  if (!person || (kind !== 'name' && kind !== 'institution')) return 'cannot-approve'
  const values = fromJson<ProposedValues>(proposed)
  const text = (field: string) => values[field] || null
  const change: Partial<NewPerson> =
    kind === 'name'
      ? {
          title: text('title'),
          givenName: values['givenName'] ?? '',
          familyName: values['familyName'] ?? '',
        }
      : { institution: text('institution'), city: text('city'), state: text('state') }
  const done = await changePerson(db, actor, personId, version, { ...person, ...change }, now)
  if (done.ok) return undefined
  return done.reason === 'conflict' ? 'changed' : 'conflict'
}

interface Decided {
  personId: string
  kind: OwnRequestKind
  state: 'approved' | 'refused'
  note: string
  link: string
}

async function notifyPerson(db: Db, { personId, kind, state, note, link }: Decided, now: Date) {
  const { email } = await findContact(db, personId)
  const person = await findRecord(db, personId)
  if (email === '' || !person) return
  const facts = { what: requestWords[kind].inLetter, reason: note }
  await sendLetter(
    db,
    { email, name: person.name },
    ownPageLetters[state],
    { facts, link, sendingTime: immediately },
    now,
  )
}
