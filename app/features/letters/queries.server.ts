import type { Db } from '#db/schema/tables.ts'
import type { LetterDefinition } from './definition.ts'
import type { Wording } from './fill.ts'

/** The wording that administrators gave a letter; undefined if it is the default. */
export function findWording(db: Db, { key }: LetterDefinition): Promise<Wording | undefined> {
  return db
    .selectFrom('letter_wording')
    .select(['subject', 'body'])
    .where('kind', '=', key)
    .executeTakeFirst()
}

/** The hash of the default text that administrators replaced; null if the text is older than the hashes. */
export async function findReplacedHash(
  db: Db,
  { key }: LetterDefinition,
): Promise<string | null | undefined> {
  const own = await db
    .selectFrom('letter_wording')
    .select('default_hash')
    .where('kind', '=', key)
    .executeTakeFirst()
  return own?.default_hash
}

/** What a letter says now. */
export async function readWording(db: Db, letter: LetterDefinition): Promise<Wording> {
  const { subject, body } = (await findWording(db, letter)) ?? letter
  return { subject, body }
}

/** Which letters have a changed wording, with when and by whom it was last changed. */
export function listWordings(db: Db) {
  return db
    .selectFrom('letter_wording')
    .leftJoin('staff_user', 'staff_user.id', 'letter_wording.updated_by')
    .select(['letter_wording.kind', 'letter_wording.updated_at', 'staff_user.name as updatedBy'])
    .select('letter_wording.default_hash as defaultHash')
    .orderBy('letter_wording.kind')
    .execute()
}
