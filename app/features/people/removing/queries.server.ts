import type { Db } from '#db/schema/tables.ts'
import { displayName } from '#features/people/register.ts'

/** The removal of a person that waits, with who proposed it. */
export function findRemoval(db: Db, personId: string) {
  return db
    .selectFrom('person_removal')
    .leftJoin('staff_user', 'staff_user.id', 'person_removal.proposed_by')
    .select(['reason', 'proposed_by as officerId', 'staff_user.name as by'])
    .select(['proposed_at as at', 'release_at as releaseAt'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** The same for several people, by their names. */
export async function listRemovals(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('person_removal')
    .innerJoin('person', 'person.id', 'person_removal.person_id')
    .leftJoin('staff_user', 'staff_user.id', 'person_removal.proposed_by')
    .select(['person.id', 'person.title', 'given_name as givenName', 'family_name as familyName'])
    .select(['reason', 'proposed_by as officerId', 'staff_user.name as by'])
    .where('person.id', 'in', ids)
    .orderBy('sort_name')
    .orderBy('person.id')
    .execute()
  return rows.map(({ id, reason, officerId, by, ...person }) => ({
    ...{ id, reason, officerId, by },
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
