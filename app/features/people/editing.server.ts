import { removedIfBinnedBefore } from '#features/erasures/bin.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import { putSearchEntries, removeSearchEntries } from '#db/search/search-index.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { noteErased } from '#features/erasures/operations.server.ts'
import { forgetPictures } from './pictures.server.ts'
import { giveSlugs } from './addresses.server.ts'
import { columnsOf, entryFor, hasPage, isFindable, rowFor, subject } from './person-row.server.ts'
import { toValues } from './person-fields.ts'
import { forgetRemovalReasons } from './removing/forgetting.server.ts'
import type { NewPerson } from './register.ts'
import { findRecord, findRecords, type PersonRecord } from './register-queries.server.ts'

/** Changes to the register by staff. Lists, search and cached pages follow in the same transaction. */

const peopleAtOnce = 200

type NumberRefusal = 'number-taken' | 'fellow-number-taken'

export function addPerson(
  db: Db,
  actor: Actor,
  person: NewPerson,
  now: Date,
  details: { reason?: string } = {},
): Promise<Outcome<NumberRefusal, { id: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const taken = await findTaken(db, person, '')
    if (taken) return { ok: false, reason: taken }
    const id = newId()
    await db
      .insertInto('person')
      .values(rowFor(id, person, now))
      .execute()
    await followSearch(db, [{ id, person }], now)
    await raiseContentVersion(db, now)
    await record(db, actor, 'person.added', `person:${id}`, details, now)
    return { ok: true, id }
  })
}

type Changed =
  /** With the person as before, and the version now. */
  | { ok: true; before: PersonRecord; version: number }
  | { ok: false; reason: NumberRefusal | 'not-found' | 'in-bin' }
  /** Someone else has saved since; their version is included. */
  | { ok: false; reason: 'conflict'; current: PersonRecord }

export function changePerson(
  db: Db,
  actor: Actor,
  id: string,
  version: number,
  person: NewPerson,
  now: Date,
  details: { reason?: string } = {},
): Promise<Changed> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const current = await findRecord(db, id)
    if (!current) return { ok: false, reason: 'not-found' }
    if (current.binnedAt !== null) return { ok: false, reason: 'in-bin' }
    if (current.version !== version) return { ok: false, reason: 'conflict', current }
    const changes = differenceOf(toValues(current), toValues(person))
    if (Object.keys(changes).length === 0) return { ok: true, before: current, version }
    const taken = await findTaken(db, person, id)
    if (taken) return { ok: false, reason: taken }
    const written = await writePerson(db, current, person, now)
    await raiseContentVersion(db, now)
    await record(db, actor, 'person.changed', `person:${id}`, { changes, ...details }, now)
    return { ok: true, before: current, version: written }
  })
}

/** Adds people whose numbers are free to the register; the caller records it in the audit trail. */
export async function insertPeople(
  db: Db,
  people: { id: string; person: NewPerson }[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < people.length; start += peopleAtOnce) {
    const some = people.slice(start, start + peopleAtOnce)
    await db
      .insertInto('person')
      .values(some.map(({ id, person }) => rowFor(id, person, now)))
      .execute()
  }
  await showInSearch(db, people, now)
}

/** Permanently removes people from the register; the caller records it in the audit trail. */
export async function removePeople(db: Db, ids: string[], now: Date): Promise<void> {
  await removeSearchEntries(db, subject, ids)
  for (let start = 0; start < ids.length; start += peopleAtOnce) {
    const some = ids.slice(start, start + peopleAtOnce)
    await forgetPictures(db, some, now)
    await forgetRemovalReasons(db, some, now)
    await db.deleteFrom('person').where('id', 'in', some).execute()
  }
}

/** Overwrites someone in the register. A sample becomes real, unless specified otherwise. */
export async function writePerson(
  db: Db,
  current: PersonRecord,
  person: NewPerson,
  now: Date,
): Promise<number> {
  const version = current.version + 1
  const listedAt = person.listed ? (current.listed ? undefined : now.getTime()) : null
  await db
    .updateTable('person')
    .set({
      ...columnsOf(person),
      ...(listedAt !== undefined && { listed_at: listedAt }),
      sample_at: person.sample ? now.getTime() : null,
      updated_at: now.getTime(),
      version,
    })
    .where('id', '=', current.id)
    .execute()
  await followSearch(db, [{ id: current.id, person }], now)
  return version
}

/** What can be done with several people together, and its name in the audit trail. */
export const registerMoves = {
  list: 'person.listed',
  unlist: 'person.unlisted',
  bin: 'person.binned',
  restore: 'person.restored',
} as const

export type RegisterMove = keyof typeof registerMoves

/** Applies it to everyone it changes, and returns how many. */
export function movePeople(
  db: Db,
  actor: Actor,
  move: RegisterMove,
  ids: string[],
  now: Date,
): Promise<{ moved: number }> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const people = (await findRecords(db, ids)).filter((person) => isOpen(move, person))
    for (const person of people) {
      await moveOne(db, move, person.id, person.version, now)
      await record(db, actor, registerMoves[move], `person:${person.id}`, {}, now)
    }
    const after = await findRecords(
      db,
      people.map(({ id }) => id),
    )
    await followSearch(
      db,
      after.map((person) => ({ id: person.id, person: { ...person, listed: isShown(person) } })),
      now,
    )
    if (people.length > 0) await raiseContentVersion(db, now)
    return { moved: people.length }
  })
}

function isOpen(move: RegisterMove, { binnedAt, listed }: PersonRecord): boolean {
  if (move === 'restore') return binnedAt !== null
  if (binnedAt !== null) return false
  return move === 'bin' || listed !== (move === 'list')
}

function isShown({ listed, binnedAt }: PersonRecord): boolean {
  return listed && binnedAt === null
}

async function moveOne(db: Db, move: RegisterMove, id: string, version: number, now: Date) {
  const at = now.getTime()
  // Whoever is restored signs in again.
  if (move === 'bin') await db.deleteFrom('own_session').where('person_id', '=', id).execute()
  if (move === 'bin') await db.deleteFrom('person_removal').where('person_id', '=', id).execute()
  await db
    .updateTable('person')
    .set((eb) => ({
      version: version + 1,
      updated_at: at,
      ...(move === 'list' && { listed_at: at }),
      ...(move === 'unlist' && { listed_at: null }),
      ...(move === 'bin' && { binned_at: at, listed_before_bin_at: eb.ref('listed_at'), listed_at: null }),
      ...(move === 'restore' && {
        binned_at: null,
        listed_at: eb.ref('listed_before_bin_at'),
        listed_before_bin_at: null,
      }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Permanently removes people from the register who were deleted 30 days ago; returns how many. */
export function emptyPeopleBin(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const old = await db
      .selectFrom('person')
      .select('id')
      .where('binned_at', '<=', removedIfBinnedBefore(now))
      .orderBy('id')
      .limit(1000)
      .$call(lockRows(db))
      .execute()
    if (old.length === 0) return 0
    const ids = old.map(({ id }) => id)
    await removePeople(db, ids, now)
    await noteErased(
      db,
      ids.map((id) => ({ kind: 'person', key: id })),
      now,
    )
    await record(db, system, 'people.bin-emptied', 'people', { count: ids.length }, now)
    return ids.length
  })
}

/** Whether another person already has one of the numbers; deleted people count. */
export async function findTaken(
  db: Db,
  person: NewPerson,
  ownId: string,
): Promise<NumberRefusal | undefined> {
  const others = db.selectFrom('person').select('id').where('id', '<>', ownId)
  const number = await others.where('member_no', '=', person.memberNo).executeTakeFirst()
  if (number) return 'number-taken'
  if (!person.fellowNo) return undefined
  const fellow = await others.where('fellow_no', '=', person.fellowNo).executeTakeFirst()
  return fellow && 'fellow-number-taken'
}

/** Visitors can find only people in a public list. Those who have a page by now get its address. */
export async function followSearch(
  db: Db,
  people: { id: string; person: NewPerson }[],
  now: Date,
): Promise<void> {
  const hidden = people.filter(({ person }) => !isFindable(person))
  await removeSearchEntries(
    db,
    subject,
    hidden.map(({ id }) => id),
  )
  await showInSearch(db, people, now)
}

async function showInSearch(db: Db, people: { id: string; person: NewPerson }[], now: Date): Promise<void> {
  const slugs = await giveSlugs(
    db,
    people.filter(({ person }) => hasPage(person)).map(({ id }) => id),
  )
  const shown = people.filter(({ person }) => isFindable(person))
  await putSearchEntries(
    db,
    shown.map(({ id, person }) => entryFor(id, person, slugs.get(id) ?? null, now)),
  )
}
