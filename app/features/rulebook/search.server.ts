import type { Db } from '#db/schema/tables.ts'
import { putSearchEntries, type SearchEntry } from '#db/search/search-index.server.ts'
import { listPublicRulebooks, type PublicRulebook } from './queries.server.ts'
import { rulebookAddress } from './rulebook.ts'

/** Puts all published rulebooks into the index of the site search. */
export async function indexRulebooks(db: Db): Promise<void> {
  await putSearchEntries(db, (await listPublicRulebooks(db)).map(searchEntryFor))
}

export async function showRulebookInSearch(db: Db, rulebookId: string): Promise<void> {
  const shown = (await listPublicRulebooks(db)).filter(({ id }) => id === rulebookId)
  await putSearchEntries(db, shown.map(searchEntryFor))
}

function searchEntryFor({ id, slug, name, rules }: PublicRulebook): SearchEntry {
  return {
    subject: 'rulebook',
    subjectId: id,
    title: name,
    href: rulebookAddress(slug),
    summary: rules[0]?.words ?? '',
    section: 'Fellowship',
    body: rules.map(({ clause, words }) => `${clause}\n${words}`).join('\n'),
    sampleAt: null,
  }
}
