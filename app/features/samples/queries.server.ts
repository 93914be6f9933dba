import type { Db } from '#db/schema/tables.ts'

/** How much sample content there is. */
export async function countSamples(db: Db) {
  return {
    entries: await countSampleEntries(db),
    people: await count(db, 'person'),
    files: await count(db, 'file'),
  }
}

export function countSampleEntries(db: Db): Promise<number> {
  return count(db, 'entry')
}

async function count(db: Db, table: 'entry' | 'person' | 'file'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return row.count
}
