import type { Db } from '#db/tables.ts'
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
