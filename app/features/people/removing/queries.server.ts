import type { Db } from '#db/schema/tables.ts'
import { displayName } from '#features/people/register.ts'

/** The entry and the proposal as someone read them. */
export interface SeenRemoval {
  version: number
  at: number
}

/** Stands for both in a form, so that nobody is removed but as the officer read it. */
function shownVersionOf({ version, at }: SeenRemoval): string {
  return `${version}_${at}`
}

export function readShownVersion(shownVersion: string): SeenRemoval {
  const [version = 0, at = 0] = shownVersion.split('_').map(Number)
  return { version, at }
}

/** The removal of a person that waits, with who proposed it. Its shown version is of the entry as it is now. */
export async function findRemoval(db: Db, personId: string) {
  const row = await db
    .selectFrom('person_removal')
    .innerJoin('person', 'person.id', 'person_removal.person_id')
    .leftJoin('staff_user', 'staff_user.id', 'person_removal.proposed_by')
    .select(['reason', 'proposed_by as officerId', 'staff_user.name as by'])
    .select(['proposed_at as at', 'release_at as releaseAt'])
    .select(['person.version', 'person_removal.version as proposedVersion'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, proposedVersion, ...removal } = row
  return {
    ...removal,
    isChanged: version !== proposedVersion,
    shownVersion: shownVersionOf({ version, at: row.at }),
  }
}

/** The same for several people, by their names. Their marks are of the entries as they were when it was proposed. */
export async function listRemovals(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('person_removal')
    .innerJoin('person', 'person.id', 'person_removal.person_id')
    .leftJoin('staff_user', 'staff_user.id', 'person_removal.proposed_by')
    .select(['person.id', 'person.title', 'given_name as givenName', 'family_name as familyName'])
    .select(['reason', 'proposed_by as officerId', 'staff_user.name as by'])
    .select(['proposed_at as at', 'person.version', 'person_removal.version as proposedVersion'])
    .where('person.id', 'in', ids)
    .orderBy('sort_name')
    .orderBy('person.id')
    .execute()
  return rows.map(({ id, reason, officerId, by, at, version, proposedVersion, ...person }) => ({
    ...{ id, reason, officerId, by, isChanged: version !== proposedVersion },
    shownVersion: shownVersionOf({ version: proposedVersion, at }),
    name: displayName(person),
  }))
}

/** How many removals wait for an officer, and since when. */
export function countRemovals(db: Db) {
  return selectRemovalCount(db).executeTakeFirstOrThrow()
}

/** The same as part of a larger query. */
export function selectRemovalCount(db: Db) {
  return db
    .selectFrom('person_removal')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('proposed_at').as('oldestAt')])
}
