import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { BodyKind, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'
import { officeDay } from '#office-time.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { doOverlap } from './body.ts'
import type { TermAnswers } from './form.ts'
import { findNumbered } from './member-number.server.ts'
import { findBody, type Body } from './queries.server.ts'

/** Bodies and their terms. What was recorded stays: a term is ended, or withdrawn with a reason, never deleted. */

export function createBody(
  db: Db,
  actor: Actor,
  { name, kind }: { name: string; kind: BodyKind },
  now: Date,
): Promise<Outcome<'name-taken', { id: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    const slug = slugFrom(name)
    const taken = await db.selectFrom('body').select('id').where('slug', '=', slug).executeTakeFirst()
    if (taken || slug === '') return { ok: false, reason: 'name-taken' }
    const id = newId()
    const at = now.getTime()
    await db.insertInto('body').values({ id, slug, name, kind, created_at: at, updated_at: at }).execute()
    await record(db, actor, 'body.created', `body:${id}`, {}, now)
    return { ok: true, id }
  })
}

export interface BodyChange {
  id: string
  version: number
  name: string
  kind: BodyKind
  purpose: string | null
  quorum: string | null
  isPublic: boolean
}

export function changeBody(
  db: Db,
  actor: Actor,
  { id, version, ...wanted }: BodyChange,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict', { before: Body; version: number }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    const current = await findBody(db, id)
    if (!current) return { ok: false, reason: 'not-found' }
    if (current.version !== version) return { ok: false, reason: 'conflict' }
    const { name, kind, purpose, quorum, isPublic } = current
    const changes = differenceOf({ name, kind, purpose, quorum, isPublic }, wanted)
    if (Object.keys(changes).length === 0) return { ok: true, before: current, version }
    const { isPublic: isShown, ...columns } = wanted
    await db
      .updateTable('body')
      .set({
        ...columns,
        ...(isShown !== isPublic && { public_at: isShown ? now.getTime() : null }),
        updated_at: now.getTime(),
        version: version + 1,
      })
      .where('id', '=', id)
      .execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'body.changed', `body:${id}`, { changes }, now)
    return { ok: true, before: current, version: version + 1 }
  })
}

export type TermRefusal =
  | 'not-found'
  | 'no-such-number'
  | 'no-such-account'
  | 'already-member'
  | 'chair-taken'

/**
 * Adds a member from a day on. Someone of the register keeps the name they have there on the day of recording. Returns the
 * hash that refuses Undo if someone has entered another last day since.
 */
export function addTerm(
  db: Db,
  actor: Actor,
  bodyId: string,
  { memberNo, account, ...answers }: TermAnswers,
  now: Date,
): Promise<Outcome<TermRefusal, { term: string } & Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    if (!(await findBody(db, bodyId))) return { ok: false, reason: 'not-found' }
    const person = memberNo === '' ? undefined : await findNumbered(db, memberNo)
    if (memberNo !== '' && !person) return { ok: false, reason: 'no-such-number' }
    if (account !== null && !(await isAccount(db, account))) return { ok: false, reason: 'no-such-account' }
    const { startsOn, endsOn, post, office, email } = answers
    const wanted = {
      personId: person?.id ?? null,
      staffId: account,
      startsOn,
      endsOn,
      isChair: post === 'chair',
    }
    const clash = await findClash(db, bodyId, wanted)
    if (clash) return { ok: false, reason: clash }
    const id = newId()
    await db
      .insertInto('body_term')
      .values({
        ...{ id, body_id: bodyId, person_id: wanted.personId, staff_id: account, post, office, email },
        name: answers.name || (person?.name ?? ''),
        institution: answers.institution ?? person?.institution ?? null,
        ...{ starts_on: startsOn, ends_on: endsOn, recorded_at: now.getTime() },
      })
      .execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'body.member-added', `body:${bodyId}`, { term: id, startsOn, post }, now)
    return { ok: true, term: id, shownHash: shownHashOf(endsOn) }
  })
}

interface WantedTerm {
  personId: string | null
  staffId: string | null
  startsOn: string
  endsOn: string | null
  isChair: boolean
}

async function findClash(db: Db, bodyId: string, wanted: WantedTerm): Promise<TermRefusal | undefined> {
  const rows = await db
    .selectFrom('body_term')
    .select(['person_id', 'staff_id', 'post', 'starts_on as startsOn', 'ends_on as endsOn'])
    .where('body_id', '=', bodyId)
    .where('withdrawn_at', 'is', null)
    .execute()
  const others = rows.filter((row) => doOverlap(row, wanted))
  const isSame = ({ person_id, staff_id }: (typeof rows)[number]) =>
    (person_id !== null && person_id === wanted.personId) ||
    (staff_id !== null && staff_id === wanted.staffId)
  if (others.some(isSame)) return 'already-member'
  return wanted.isChair && others.some(({ post }) => post === 'chair') ? 'chair-taken' : undefined
}

async function isAccount(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_user')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

export type EndRefusal = 'not-found' | 'already-over' | 'before-start'

/** Enters the last day of a term. An end that is past stays as it is recorded. */
export function endTerm(
  db: Db,
  actor: Actor,
  bodyId: string,
  { term, lastDay }: { term: string; lastDay: string },
  now: Date,
): Promise<Outcome<EndRefusal>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    const row = await findOpenTerm(db, bodyId, term)
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.ends_on !== null && row.ends_on < officeDay(now)) return { ok: false, reason: 'already-over' }
    if (lastDay < row.starts_on) return { ok: false, reason: 'before-start' }
    await db.updateTable('body_term').set({ ends_on: lastDay }).where('id', '=', term).execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'body.term-ended', `body:${bodyId}`, { term, endsOn: lastDay }, now)
    return { ok: true }
  })
}

/** A term that was entered by mistake counts on no day, and stays readable to administrators with the reason. */
export function withdrawTerm(
  db: Db,
  actor: Actor,
  bodyId: string,
  { term, reason, shownHash }: { term: string; reason: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    const row = await findOpenTerm(db, bodyId, term)
    if (!row) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, row.ends_on)) return { ok: false, reason: 'conflict' }
    await db
      .updateTable('body_term')
      .set({ withdrawn_at: now.getTime(), withdrawn_because: reason })
      .where('id', '=', term)
      .execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'body.term-withdrawn', `body:${bodyId}`, { term, reason }, now)
    return { ok: true }
  })
}

function findOpenTerm(db: Db, bodyId: string, id: string) {
  return db
    .selectFrom('body_term')
    .select(['starts_on', 'ends_on'])
    .where('id', '=', id)
    .where('body_id', '=', bodyId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}
