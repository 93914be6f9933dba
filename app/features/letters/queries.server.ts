import type { Db } from '#db/schema/tables.ts'
import type { Wording } from './fill.ts'
import type { LetterKind } from './kinds.ts'

/** The wording that administrators gave a letter; nothing where it is as delivered. */
export function findWording(db: Db, kind: LetterKind): Promise<Wording | undefined> {
  return db
    .selectFrom('letter_wording')
    .select(['subject', 'body'])
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Which letters read otherwise than delivered, with when that was last changed and by whom. */
export function listWordings(db: Db) {
  return db
    .selectFrom('letter_wording')
    .leftJoin('staff_user', 'staff_user.id', 'letter_wording.updated_by')
    .select(['letter_wording.kind', 'letter_wording.updated_at', 'staff_user.name as updatedBy'])
    .orderBy('letter_wording.kind')
    .execute()
}
