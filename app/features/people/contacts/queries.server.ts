import type { Db } from '#db/schema/tables.ts'

export interface PersonContact {
  email: string
  /** When the person last proved the address, by a link that we mailed to it. */
  emailProvedAt: number | null
  phone: string
  postalAddress: string
  /** Zero before the first save. */
  version: number
}

const unknown: PersonContact = { email: '', emailProvedAt: null, phone: '', postalAddress: '', version: 0 }

export async function findContact(db: Db, personId: string): Promise<PersonContact> {
  const row = await db
    .selectFrom('person_contact')
    .select(['email', 'email_proved_at', 'phone', 'postal_address', 'version'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!row) return unknown
  return {
    email: row.email ?? '',
    emailProvedAt: row.email_proved_at,
    phone: row.phone ?? '',
    postalAddress: row.postal_address ?? '',
    version: row.version,
  }
}

/** The people with this address; several may share one, such as that of an institution. */
export async function listReachedAt(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('person_contact')
    .select('person_id')
    .where('email', '=', email.toLowerCase())
    .orderBy('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** The versions of the contacts of these people, as far as they have one. */
export async function listContactVersions(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('person_contact')
    .select(['person_id', 'version'])
    .where('person_id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ person_id, version }) => [person_id, version]))
}
