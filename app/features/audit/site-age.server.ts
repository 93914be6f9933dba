import { readFirstStepAt } from '#db/copy/all-rows.server.ts'
import type { Db } from '#db/schema/tables.ts'

/**
 * How long the site has run, judged from outside the trail: the first start creates the schema and records an entry
 * immediately, and a staff account, a case or a message is recorded as it is made.
 */
export async function readSiteAge(db: Db): Promise<number | undefined> {
  const firstStepAt = await readFirstStepAt(db)
  const oldest = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('staff_user')
        .select((eb) => eb.fn.min('created_at').as('at'))
        .as('staff'),
      eb
        .selectFrom('dossier')
        .select((eb) => eb.fn.min('received_at').as('at'))
        .where('sample_at', 'is', null)
        .as('cases'),
      eb
        .selectFrom('enquiry')
        .select((eb) => eb.fn.min('received_at').as('at'))
        .as('messages'),
    ])
    .executeTakeFirstOrThrow()
  const times = [firstStepAt, ...Object.values(oldest)].filter((at) => at !== undefined && at !== null)
  return times.length > 0 ? Math.min(...times) : undefined
}
