import type { Db } from '#db/schema/tables.ts'

/** How much sample content there is. */
export async function countSamples(db: Db) {
  const count = async (table: 'entry' | 'person' | 'file') => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sample_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return row.count
  }
  return { entries: await count('entry'), people: await count('person'), files: await count('file') }
}
