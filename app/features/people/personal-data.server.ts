import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { noteErased } from '#features/erasures/operations.server.ts'
import type { ErasedData, PersonalData } from '#features/erasures/personal-data.ts'
import { forgetEmail } from './contacts/operations.server.ts'
import { listReachedAt } from './contacts/queries.server.ts'
import { removePeople } from './editing.server.ts'
import { listMergedInto } from './merging/queries.server.ts'
import { listPictureIds } from './pictures.server.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    inRegister: number
  }
}

export const peoplePersonalData: PersonalData = {
  listAddresses: listContactEmails,
  // An address that several people share says nothing about which of them asks.
  findPeople: async (db, address) => {
    const people = await withoutMerged(db, await listReachedAt(db, address))
    return people.length === 1 ? people : []
  },
  find: async (db, { address, people }) => ({
    inRegister: new Set([...people, ...(await listReachedAt(db, address))]).size,
  }),
  collect: async (db, { people }) => ({
    data: {
      register: await listRegisterEntries(db, people),
      contact: await listContacts(db, people),
      formerAddresses: await listFormerAddresses(db, people),
      proposedRemovals: await listProposedRemovals(db, people),
    },
  }),
  erase: async (db, { address, people: named }, { now, isAgain }) => {
    const people = [...named, ...(await listMergedInto(db, named))]
    const noted = people.map((key) => ({ kind: 'person' as const, key }))
    if (!isAgain) await noteErased(db, noted, now)
    const erased = await forgetPeople(db, people, now)
    const forgotten = await forgetEmail(db, address, now)
    return { ...erased, hadAny: people.length > 0 || forgotten > 0 }
  },
  repeat: {
    kind: 'person',
    erase: (db, erasures, now) =>
      forgetPeople(
        db,
        erasures.map(({ key }) => key),
        now,
      ),
  },
}

function listRegisterEntries(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('person')
    .select(['member_no', 'fellow_no', 'title', 'given_name', 'family_name', 'category', 'grade', 'since'])
    .select(['elected_year', 'discipline', 'specialisation', 'institution', 'city', 'state', 'country'])
    .select(['citation', 'orcid', 'web_page', 'valid_from', 'valid_to', 'listed_at', 'slug'])
    .where('id', 'in', ['', ...ids])
    .execute()
}

/** A merged entry shares its address with the one it was merged into. */
async function withoutMerged(db: Db, ids: string[]): Promise<string[]> {
  const duplicates = new Set(await listMergedInto(db, ids))
  return ids.filter((id) => !duplicates.has(id))
}

async function listContactEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('person_contact').select('email').where('email', 'is not', null).execute()
  return rows.flatMap(({ email }) => email ?? [])
}

function listContacts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('person_contact')
    .select(['email', 'email_proved_at', 'phone', 'postal_address'])
    .where('person_id', 'in', ['', ...ids])
    .execute()
}

function listFormerAddresses(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('former_person_slug')
    .select(['slug', 'created_at'])
    .where('person_id', 'in', ['', ...ids])
    .orderBy('slug')
    .execute()
}

function listProposedRemovals(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('person_removal')
    .select(['reason', 'proposed_at', 'release_at'])
    .where('person_id', 'in', ['', ...ids])
    .orderBy('person_id')
    .execute()
}

/** Removes people from the register and from its cached pages. */
async function forgetPeople(db: Db, ids: string[], now: Date): Promise<ErasedData> {
  if (ids.length === 0) return {}
  const pictures = await listPictureIds(db, ids)
  // Rows of a file say what the person's entry and contact were before.
  await db.deleteFrom('people_import_row').where('person_id', 'in', ids).execute()
  await removePeople(db, ids, now)
  await raiseContentVersion(db, now)
  return { auditSubjects: [...ids.map((id) => `person:${id}`), ...pictures.map((id) => `file:${id}`)] }
}
