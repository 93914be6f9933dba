import type { Db } from '#db/schema/tables.ts'
import { displayName } from '#features/people/register.ts'

/** Someone whose own page can be opened. */
export interface OwnPerson {
  id: string
  name: string
  memberNo: string
}

/** The people with this address whose own page is open: nobody who is deleted or has died. */
export async function listOpenPeopleAt(db: Db, email: string): Promise<OwnPerson[]> {
  const rows = await db
    .selectFrom('person_contact')
    .innerJoin('person', 'person.id', 'person_contact.person_id')
    .select(['person.id', 'person.title', 'person.member_no as memberNo'])
    .select(['person.given_name as givenName', 'person.family_name as familyName'])
    .where('person_contact.email', '=', email)
    .where('person.binned_at', 'is', null)
    .where('person.died_year', 'is', null)
    .orderBy('person.sort_name')
    .orderBy('person.id')
    .execute()
  return rows.map(({ id, memberNo, ...named }) => ({ id, memberNo, name: displayName(named) }))
}

/** Whether other people have the same address, also if they have died: then it does not say whose something is. */
export async function isSharedAddress(db: Db, email: string): Promise<boolean> {
  const rows = await db
    .selectFrom('person_contact')
    .innerJoin('person', 'person.id', 'person_contact.person_id')
    .select('person.id')
    .where('person_contact.email', '=', email)
    .where('person.binned_at', 'is', null)
    .limit(2)
    .execute()
  return rows.length > 1
}

/** From when to when the membership lasts; no last day for life. */
export function findMembership(db: Db, personId: string) {
  return db
    .selectFrom('person')
    .select(['valid_from as from', 'valid_to as to', 'category'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}
