import type { Db } from '#db/schema/tables.ts'
import { displayName } from '#features/people/register.ts'
import { stillHelps } from './helpers/queries.server.ts'

/** Someone whose own page can be opened. */
export interface OwnPerson {
  id: string
  name: string
  memberNo: string
}

/** A page that an address opens: that of a person who has the address, or of one whom its owner helps. */
export interface OwnPageChoice {
  /** The id of the person, or of the helper. */
  key: string
  personId: string
  helperId: string | null
  name: string
  memberNo: string
  /** Whose mailbox it is. */
  reader: string
}

/** Own pages first. */
export async function listOpenPagesAt(db: Db, email: string, now: Date): Promise<OwnPageChoice[]> {
  const own = (await listOpenPeopleAt(db, email)).map((person) => pageOf(person))
  const helped = await db
    .selectFrom('own_helper as helper')
    .innerJoin('person', 'person.id', 'helper.person_id')
    .leftJoin('person_contact as contact', 'contact.person_id', 'person.id')
    .select(['helper.id as key', 'helper.id as helperId', 'helper.name as reader', 'person.id as personId'])
    .select(['person.title', 'person.given_name as givenName', 'person.family_name as familyName'])
    .select('person.member_no as memberNo')
    .where('helper.email', '=', email)
    .where(stillHelps(now))
    .where('person.binned_at', 'is', null)
    .where('person.died_year', 'is', null)
    .orderBy('person.sort_name')
    .orderBy('helper.id')
    .execute()
  const others = helped.map(({ title, givenName, familyName, ...page }) => ({
    ...page,
    name: displayName({ title, givenName, familyName }),
  }))
  return [...own, ...others]
}

export function pageOf({ id, name, memberNo }: OwnPerson): OwnPageChoice {
  return { key: id, personId: id, helperId: null, name, memberNo, reader: name }
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
