import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { system, type Actor, type StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { findRecord, findRecords } from '#features/people/register-queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import type { SeenRemoval } from './queries.server.ts'

/**
 * Removing people from the register: proposed with a reason, released by another officer or after a delay. Until then
 * the register and the directory stay as they are, and anyone can withdraw the proposal.
 */

const hour = 3_600_000

/**
 * Proposes it for everyone who is in the register and not yet proposed. Returns how many, what it waits for, and the hash
 * that refuses Undo if someone has proposed it anew since.
 */
export async function proposeRemovals(
  db: Db,
  actor: Actor,
  ids: string[],
  reason: string,
  now: Date,
): Promise<{ proposed: number; needsRelease: boolean } & Undoable> {
  const { decisionsNeedRelease, decisionDelayHours } = await readSettings(db)
  const release_at = decisionsNeedRelease ? null : now.getTime() + decisionDelayHours * hour
  return inTransaction(db, async (db) => {
    await lockWork(db, 'register')
    const people = (await findRecords(db, ids)).filter(({ binnedAt }) => binnedAt === null)
    const proposal = { reason, proposed_by: await findStaffId(db, actor), proposed_at: now.getTime() }
    let proposed = 0
    for (const { id, version } of people) {
      const written = await db
        .insertInto('person_removal')
        .values({
          ...proposal,
          ...{ person_id: id, version, release_at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('person_id')
        .executeTakeFirst()
      if (!written) continue
      await record(db, actor, 'person.removal-proposed', `person:${id}`, { reason }, now)
      proposed++
    }
    return { proposed, needsRelease: decisionsNeedRelease, shownHash: shownHashOf(proposal) }
  })
}

/** Null if the account was deleted while a job worked for it. */
async function findStaffId(db: Db, actor: Actor): Promise<string | null> {
  if (actor.kind !== 'staff') return null
  const row = await db.selectFrom('staff_user').select('id').where('id', '=', actor.id).executeTakeFirst()
  return row?.id ?? null
}

type RemovalRefusal = 'not-found' | 'own-proposal' | 'changed'

export const removalRefusals: Record<Exclude<RemovalRefusal, 'not-found'>, string> = {
  'own-proposal': 'You proposed this removal. Another administrator or member of the office must approve it.',
  changed:
    'Someone changed this entry or the proposal. Open the person’s page, read the entry again, then remove the person there.',
}

/** Removes a person whose removal another officer proposed, as this officer read it. */
export function releaseRemoval(
  db: Db,
  actor: StaffActor,
  personId: string,
  seen: SeenRemoval,
  now: Date,
): Promise<Outcome<RemovalRefusal>> {
  return carryOut(db, actor, personId, seen, now)
}

/** Removes several people; those who stay are returned with the reason. */
export function releaseRemovals(
  db: Db,
  actor: StaffActor,
  removals: { id: string; seen: SeenRemoval }[],
  now: Date,
): Promise<{ removed: number; left: { id: string; reason: RemovalRefusal }[] }> {
  return inTransaction(db, async (db) => {
    const left: { id: string; reason: RemovalRefusal }[] = []
    for (const { id, seen } of removals) {
      const outcome = await releaseRemoval(db, actor, id, seen, now)
      if (!outcome.ok) left.push({ id, reason: outcome.reason })
    }
    return { removed: removals.length - left.length, left }
  })
}

/** They can be restored for 30 days. The site itself has read what was proposed. */
function carryOut(
  db: Db,
  actor: Actor,
  personId: string,
  seen: SeenRemoval | 'as-proposed',
  now: Date,
): Promise<Outcome<RemovalRefusal>> {
  return inTransaction(db, async (db): Promise<Outcome<RemovalRefusal>> => {
    await lockWork(db, 'register')
    const removal = await db
      .selectFrom('person_removal')
      .select(['reason', 'version', 'proposed_by', 'proposed_at as at'])
      .where('person_id', '=', personId)
      .executeTakeFirst()
    const person = removal && (await findRecord(db, personId))
    if (!person || person.binnedAt !== null) return { ok: false, reason: 'not-found' }
    if (actor.kind === 'staff' && removal.proposed_by === actor.id)
      return { ok: false, reason: 'own-proposal' }
    const { version, at } = seen === 'as-proposed' ? removal : seen
    if (person.version !== version || removal.at !== at) {
      if (person.version !== removal.version) await waitForOfficer(db, [personId])
      return { ok: false, reason: 'changed' }
    }
    await db.deleteFrom('person_removal').where('person_id', '=', personId).execute()
    await record(db, actor, 'person.removal-released', `person:${personId}`, { reason: removal.reason }, now)
    await movePeople(db, actor, 'bin', [personId], now)
    return { ok: true }
  })
}

/** Takes a proposal back before its release. Undo takes back only the one that was made. */
export function withdrawRemoval(
  db: Db,
  actor: StaffActor,
  { id, shownHash }: { id: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return inTransaction(db, async (db) => {
    // Nobody releases it meanwhile.
    await lockWork(db, 'register')
    const removal = await db
      .selectFrom('person_removal')
      .select(['reason', 'proposed_by', 'proposed_at'])
      .where('person_id', '=', id)
      .executeTakeFirst()
    if (!removal) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, removal)) return { ok: false, reason: 'conflict' }
    await db.deleteFrom('person_removal').where('person_id', '=', id).execute()
    await record(db, actor, 'person.removal-withdrawn', `person:${id}`, {}, now)
    return { ok: true }
  })
}

/**
 * Releases those whose delay is over. One whose person was changed meanwhile, or whose proposer was disabled, waits for
 * an officer; so do all of them once the settings require a second officer again.
 */
export async function releaseDueRemovals(db: Db, now: Date): Promise<void> {
  const due = await db
    .selectFrom('person_removal')
    .leftJoin('staff_user', 'staff_user.id', 'proposed_by')
    .select(['person_id', 'state'])
    .where('release_at', '<=', now.getTime())
    .orderBy('release_at')
    .limit(500)
    .execute()
  const allWait = due.length > 0 && (await readSettings(db)).decisionsNeedRelease
  const mustWait = ({ state }: (typeof due)[number]) => allWait || state === 'disabled'
  const ids = due.filter(mustWait).map(({ person_id }) => person_id)
  if (ids.length > 0) await waitForOfficer(db, ids)
  for (const { person_id } of due.filter((one) => !mustWait(one)))
    await carryOut(db, system, person_id, 'as-proposed', now)
}

/** No delay releases them any more. */
async function waitForOfficer(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('person_removal').set({ release_at: null }).where('person_id', 'in', ids).execute()
}
