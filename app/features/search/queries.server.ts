import { findInSearch, readEntriesAt, type SearchHit } from '#db/search/search.server.ts'
import type { WordMeaning } from '#db/search/word-match.ts'
import type { Db } from '#db/schema/tables.ts'
import { mathMarkup } from '#features/content/text/document-math.ts'
import { excerptOf } from './excerpt.ts'
import { highlight } from './highlight.ts'
import { meaningfulWords, meaningOf, withoutUnspecific } from './related-words.ts'
import { pagesForLocation, signpostsOf, startingPages } from './signposts.ts'
import { inEnglish } from './translations.ts'

const hitsPerPage = 20
const relate = (words: string[]) => withoutUnspecific(meaningfulWords(inEnglish(words))).map(meaningOf)

/** One page of the search results of the whole site, best first. Beyond 1,000 hits it only says "more". */
export async function searchSite(db: Db, text: string, page: number) {
  const shown = { limit: hitsPerPage, offset: (page - 1) * hitsPerPage }
  const { meanings, hits, ...found } = await findInSearch(db, text, shown, relate)
  const pages = Math.max(1, Math.ceil(found.total / hitsPerPage))
  return { ...found, page, pages, hits: hits.map((hit) => asShown(hit, meanings)) }
}

/** Pages that a link may lead to, found by words. */
export async function findPages(db: Db, text: string) {
  const { hits } = await findInSearch(db, text, { limit: hitsPerPage, offset: 0 }, relate)
  return hits.map(({ title, href }) => ({ title, href }))
}

/** What is already shown for a question: its results, as counts, and the first addresses. */
interface ShownResults {
  total: number
  whole: number
  first: string[]
}

/**
 * Pages to show before the results, because the words of a question point to them or because there are no results. Only
 * pages that exist: editors may have removed any of them.
 */
export async function listSignposts(
  db: Db,
  text: string,
  { total, whole, first }: ShownResults,
  alike: string[],
) {
  const max = whole > 0 ? 1 : 2
  const pointed = [...signpostsOf(text), ...(whole > 0 ? [] : pagesForLocation(text))]
  const pages = (await readEntriesAt(db, [...new Set(pointed)])).slice(0, max)
  if (total > 0 || first.length > 0) return pages.filter(({ href }) => !first.includes(href))
  for (const found of [pages, await readEntriesAt(db, alike)]) if (found.length > 0) return found
  return readEntriesAt(db, startingPages)
}

export type FoundHit = ReturnType<typeof asShown>
export type FoundPart = ReturnType<typeof partsOf>[number]

function asShown({ title, summary, body, ...hit }: SearchHit, meanings: WordMeaning[]) {
  return {
    ...hit,
    title: partsOf(title, meanings),
    excerpt: partsOf(excerptOf(summary, body, meanings), meanings),
  }
}

function partsOf(text: string, meanings: WordMeaning[]) {
  return highlight(text, meanings).map(({ text, marked, latex }) => ({
    text,
    marked,
    math: latex === undefined ? undefined : mathMarkup(latex, false),
  }))
}
