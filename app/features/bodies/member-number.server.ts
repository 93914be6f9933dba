import type { Db } from '#db/schema/tables.ts'
import { displayName, numberKey } from '#features/people/register.ts'

/** The person with a member number, however it is spaced and capitalised. */
export async function findNumbered(
  db: Db,
  memberNo: string,
): Promise<{ id: string; name: string; institution: string | null } | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'title', 'given_name', 'family_name', 'institution'])
    .where('number_key', '=', numberKey(memberNo))
    .where('binned_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, institution } = row
  const name = displayName({ title: row.title, givenName: row.given_name, familyName: row.family_name })
  return { id, name, institution }
}
