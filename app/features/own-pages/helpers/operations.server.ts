import { newId } from '#db/engine/id.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db, HelperEnd } from '#db/schema/tables.ts'
import { system, type Actor, type StaffActor, type PersonActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { dayInWords, officeDay } from '#office-time.ts'
import type { Outcome } from '#outcome.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { ownPageLimits } from '#features/own-pages/limits.ts'
import { isFreshSession, type OwnSession } from '#features/own-pages/sessions.server.ts'
import { helperLetters } from './letters.ts'
import { helperReminderMs, helperStartMs, helperYearMs, maxHelpers } from './term.ts'

/** Naming helpers, and ending their help. A helper can only end it. */

export type NamingRefusal = 'not-found' | 'same' | 'twice' | 'too-many' | 'not-fresh' | 'too-often'

interface Naming {
  name: string
  email: string
}

/** By the person, soon after signing in: whoever finds an open browser gets no lasting way in. */
export function nameHelper(
  db: Db,
  actor: PersonActor,
  session: OwnSession,
  origin: string,
  naming: Naming,
  now: Date,
): Promise<Outcome<NamingRefusal>> {
  return inTransaction(db, async (db) => {
    if (!(await isFreshSession(db, session, now))) return { ok: false, reason: 'not-fresh' }
    if (!(await claimTry(db, ownPageLimits['own-helpers'], actor.id, now)).ok)
      return { ok: false, reason: 'too-often' }
    const by = { namedFrom: session.email, reason: null }
    return add(db, actor, origin, { ...naming, ...by, personId: actor.id }, now)
  })
}

/** By the office, which says how the person asked for it in writing. */
export function nameHelperFor(
  db: Db,
  actor: StaffActor,
  origin: string,
  { personId, reason, ...naming }: Naming & { personId: string; reason: string },
  now: Date,
): Promise<Outcome<NamingRefusal>> {
  return inTransaction(db, (db) =>
    add(db, actor, origin, { ...naming, personId, reason, namedFrom: null }, now),
  )
}

type NewHelper = Naming & { personId: string } & (
    | { namedFrom: string; reason: null }
    | { namedFrom: null; reason: string }
  )

async function add(
  db: Db,
  actor: Actor,
  origin: string,
  { personId, name, email, namedFrom, reason }: NewHelper,
  now: Date,
): Promise<Outcome<NamingRefusal>> {
  await lockWork(db, 'register')
  const person = await findOpenPerson(db, personId)
  if (!person) return { ok: false, reason: 'not-found' }
  const contact = await findContact(db, personId)
  if (contact.email === email) return { ok: false, reason: 'same' }
  // Those whose time is over make room, even before the task has ended them.
  await endOver(db, personId, now)
  const open = await openHelpers(db, personId).execute()
  if (open.some((one) => one.email === email)) return { ok: false, reason: 'twice' }
  if (open.length >= maxHelpers) return { ok: false, reason: 'too-many' }
  const startBy = now.getTime() + helperStartMs
  const id = newId()
  await db
    .insertInto('own_helper')
    .values({
      ...{ id, person_id: personId, name, email, named_from: namedFrom, reason },
      ...{ named_at: now.getTime(), ends_at: startBy },
    })
    .execute()
  await record(db, actor, 'own-page.helper-named', `person:${personId}`, reason ? { reason } : {}, now)
  const startDay = dayOf(startBy)
  const invited = { facts: { person: person.name, day: startDay }, link: `${origin}/my-page/sign-in` }
  await sendLetter(db, { email, name }, helperLetters.invited, invited, now)
  const toPerson = { facts: { name, email, day: startDay }, link: `${origin}/my-page/helpers` }
  if (contact.email)
    await sendLetter(db, { email: contact.email, name: person.name }, helperLetters.named, toPerson, now)
  return { ok: true }
}

export type ExtendRefusal = 'not-found' | 'not-fresh' | 'not-proved'

/** For another year from today, by the person or the office; never by the helper. */
export function extendHelper(
  db: Db,
  actor: PersonActor | StaffActor,
  { id, personId, session }: { id: string; personId: string; session: OwnSession | undefined },
  now: Date,
): Promise<Outcome<ExtendRefusal>> {
  return inTransaction(db, async (db) => {
    if (actor.kind === 'person' && !(session && (await isFreshSession(db, session, now))))
      return { ok: false, reason: 'not-fresh' }
    const helper = await openHelpers(db, personId)
      .where('id', '=', id)
      .where('ends_at', '>', now.getTime())
      .executeTakeFirst()
    if (!helper || !(await findOpenPerson(db, personId))) return { ok: false, reason: 'not-found' }
    if (helper.provedAt === null) return { ok: false, reason: 'not-proved' }
    const endsAt = now.getTime() + helperYearMs
    await db
      .updateTable('own_helper')
      .set({ ends_at: endsAt, reminded_at: null })
      .where('id', '=', id)
      .execute()
    await record(db, actor, 'own-page.helper-extended', `person:${personId}`, {}, now)
    await notifyPersonAndHelper(db, { ...helper, personId, endsAt }, 'extended', now)
    return { ok: true }
  })
}

/** Ends the help at once: the helper is refused from the next request on. */
export function endHelper(
  db: Db,
  actor: Actor & { kind: 'person' | 'staff' },
  { id, personId }: { id: string; personId: string },
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    if (actor.kind === 'person' && actor.helper !== undefined && actor.helper !== id)
      return { ok: false, reason: 'not-found' }
    const by = actor.kind === 'staff' ? 'office' : actor.helper === undefined ? 'person' : 'helper'
    const ended = await endWhere(db, { personId, id }, by, now)
    if (ended.length === 0) return { ok: false, reason: 'not-found' }
    await record(db, actor, 'own-page.helper-ended', `person:${personId}`, {}, now)
    for (const helper of ended) await notifyPersonAndHelper(db, helper, 'ended', now)
    return { ok: true }
  })
}

/** Reminds of the end a month before it, and ends the help when its time is over. */
export async function watchHelpers(db: Db, origin: string, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    await endOver(db, undefined, now)
    const soon = await db
      .updateTable('own_helper')
      .set({ reminded_at: now.getTime() })
      .where('ended_at', 'is', null)
      .where('reminded_at', 'is', null)
      .where('proved_at', 'is not', null)
      .where('ends_at', '<=', now.getTime() + helperReminderMs)
      .returning(['id', 'person_id as personId', 'name', 'email', 'ends_at as endsAt'])
      .execute()
    for (const helper of soon) {
      await notifyPersonAndHelper(db, helper, 'endsSoon', now, `${origin}/my-page/helpers`)
      await record(db, system, 'own-page.helper-reminded', `person:${helper.personId}`, {}, now)
    }
  })
}

async function endOver(db: Db, personId: string | undefined, now: Date): Promise<void> {
  for (const helper of await endWhere(db, { personId, isOver: true }, 'term', now)) {
    await record(db, system, 'own-page.helper-ended', `person:${helper.personId}`, {}, now)
    await notifyPersonAndHelper(db, helper, 'ended', now)
  }
}

interface HelperInLetter {
  personId: string
  name: string
  email: string
  endsAt: number
}

/** The rows decide, so that one of several processes tells of it. */
async function endWhere(
  db: Db,
  { personId, id, isOver }: { personId: string | undefined; id?: string; isOver?: true },
  by: HelperEnd,
  now: Date,
): Promise<HelperInLetter[]> {
  const ended = await db
    .updateTable('own_helper')
    .set({ ended_at: now.getTime(), ended_by: by })
    .where('ended_at', 'is', null)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(isOver === true, (query) => query.where('ends_at', '<=', now.getTime()))
    .returning(['id', 'person_id as personId', 'name', 'email', 'ends_at as endsAt'])
    .execute()
  for (const helper of ended) await db.deleteFrom('own_session').where('helper_id', '=', helper.id).execute()
  return ended
}

function openHelpers(db: Db, personId: string) {
  return db
    .selectFrom('own_helper')
    .select(['id', 'name', 'email', 'proved_at as provedAt'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$call(lockRows(db))
}

/** Nobody who has died or is deleted. */
async function findOpenPerson(db: Db, personId: string) {
  const person = await findRecord(db, personId)
  return person && person.binnedAt === null && !person.diedYear ? person : undefined
}

/** The same letter to the person, if the Academy has an address of theirs, and to the helper. */
async function notifyPersonAndHelper(
  db: Db,
  { personId, name, email, endsAt }: HelperInLetter,
  letter: 'extended' | 'ended' | 'endsSoon',
  now: Date,
  link?: string,
) {
  const person = await findRecord(db, personId)
  if (!person) return
  const contact = await findContact(db, personId)
  const facts = { person: person.name, name, ...(letter !== 'ended' && { day: dayOf(endsAt) }) }
  const both = [
    { email: contact.email, name: person.name },
    { email, name },
  ]
  for (const to of both) if (to.email) await sendLetter(db, to, helperLetters[letter], { facts, link }, now)
}

function dayOf(at: number): string {
  return dayInWords(officeDay(at))
}
