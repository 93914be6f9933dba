import type { Kysely } from 'kysely'
import { migrate } from '#db/engine/migrate.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { migrations } from '#db/migrations/all.ts'
import type { Tables } from '#db/schema/tables.ts'
import { rebuildSiteSearch } from './rebuild.server.ts'

/** Brings the schema up to date, and the search index with it where a migration changes what it holds. */
export function upgrade(db: Kysely<Tables>, now: Date): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const taken = await migrate(db, now)
    if (migrations.some(({ name, changesSearch }) => changesSearch && taken.includes(name)))
      await rebuildSiteSearch(db)
    return taken
  })
}
