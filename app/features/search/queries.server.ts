import { findInSearch } from '#db/search/search.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { beginningsFor, meaningfulWords } from './related-words.ts'

const hitsPerPage = 20
const relate = (words: string[]) => meaningfulWords(words).map(beginningsFor)

/** One page of the search results of the whole site, best first. Beyond 1,000 hits it only says "more". */
export async function searchSite(db: Db, text: string, page: number) {
  const shown = { limit: hitsPerPage, offset: (page - 1) * hitsPerPage }
  const found = await findInSearch(db, text, shown, relate)
  return { ...found, page, pages: Math.max(1, Math.ceil(found.total / hitsPerPage)) }
}
