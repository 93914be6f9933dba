import type { Db } from '#db/schema/tables.ts'
import { clearSearch } from '#db/search/search-index.server.ts'
import { rebuildAuditWords } from '#features/audit/words.server.ts'
import { indexEntries } from '#features/content/search.server.ts'
import { indexPeople } from '#features/people/search.server.ts'
import { indexRulebooks } from '#features/rulebook/search.server.ts'

/** What each feature puts into the index of the site search. */
const indexers = [indexPeople, indexEntries, indexRulebooks]

/** Rebuilds the index of the site search and of the audit trail's search. */
export async function rebuildSearch(db: Db): Promise<void> {
  await rebuildSiteSearch(db)
  await rebuildAuditWords(db)
}

export async function rebuildSiteSearch(db: Db): Promise<void> {
  await clearSearch(db)
  for (const index of indexers) await index(db)
}
