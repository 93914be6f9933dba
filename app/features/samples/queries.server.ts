import type { Db } from '#db/schema/tables.ts'
import { countSampleEntries } from '#features/content/reading/staff-queries.server.ts'
import { countSampleFiles } from '#features/media/queries.server.ts'
import { countSamplePeople } from '#features/people/register-queries.server.ts'

/** How much sample content there is. */
export async function countSamples(db: Db) {
  return {
    entries: await countSampleEntries(db),
    people: await countSamplePeople(db),
    files: await countSampleFiles(db),
  }
}
