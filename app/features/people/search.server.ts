import type { Db } from '#db/schema/tables.ts'
import { putSearchEntries } from '#db/search/search-index.server.ts'
import { entryFor, isFindable, personOf } from './person-row.server.ts'

const rowsAtOnce = 500

/** Puts everyone on the public lists into the index of the site search. */
export async function indexPeople(db: Db): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('person')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    const found = rows.flatMap((row) => {
      const person = personOf(row)
      return isFindable(person) ? [entryFor(row.id, person, row.slug, new Date(row.sample_at ?? 0))] : []
    })
    await putSearchEntries(db, found)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
