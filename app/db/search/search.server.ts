import { sql, type RawBuilder } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { compareRows, compareTitles, type Row } from './row-order.ts'
import { correctWords, findSpellings } from './spellings.server.ts'
import {
  asBeginning,
  asWholeIfShort,
  fitsName,
  hasBeginnings,
  hasMeanings,
  hasOneMeaning,
  hasWords,
  toFts5,
  toTsquery,
  type Compare,
  type Match,
  type WordMeaning,
} from './word-match.ts'
import { joinedWords, phraseIn, phrasesOf, soughtWords } from './words.ts'

export interface SearchHit {
  title: string
  href: string
  summary: string
  section: string
  details: string
  startsOn: string | null
  endsOn: string | null
  body: string
  sampleAt: number | null
}

/** We do not count beyond this: nobody reads that far, and counting would be the slow part. */
export const maxHits = 1000
const fewHits = 3
/** So many words are tried one by one. */
const maxMeanings = 6

type Sql = RawBuilder<unknown>
type Field = 'title' | 'names' | 'anywhere'
type Rank = [Field, Match, titleToo?: Match]

/** For each word of a search that matters, what it stands for. */
export type Relate = (words: string[]) => WordMeaning[]

interface Ranked {
  /** Entries with all the words, then those with some of them. */
  ids: number[]
  /** How many have all the words. */
  whole: number
  /** What was searched for, to mark it in the results. */
  meanings: WordMeaning[]
  /** The words that were searched for instead, because nothing has those that were typed. */
  correctedTo?: string
}

/**
 * Entries with all the words: first where the title has them whole, then titles with words that start with them, names,
 * titles with related words and texts, in each of which short words must be whole; then the same with short words that go
 * on. Of texts those come first whose title has at least one of the words. Among equals the latest event comes first. Phrases in quotes
 * must be there as they are. If nothing has all words, typing mistakes are corrected. If few have all words, those
 * with some of them follow. The total stops at maxHits, and isMore says whether it did.
 */
export async function findInSearch(
  db: Db,
  text: string,
  page: { limit: number; offset: number },
  relate?: Relate,
) {
  const { ids, ...how } = await rankEntries(db, text, relate)
  const hits = await readHits(db, ids.slice(page.offset, page.offset + page.limit))
  return { total: Math.min(ids.length, maxHits), isMore: ids.length > maxHits, ...how, hits }
}

async function rankEntries(db: Db, text: string, relate: Relate | undefined): Promise<Ranked> {
  const words = soughtWords(text)
  const phrases = phrasesOf(text)
  if (words.length === 0) return { ids: [], whole: 0, meanings: [] }
  const first: Rank = ['title', hasWords(joinedWords(text))]
  if (!relate || phrases.length > 0) {
    const ids = await withPhrases(db, await idsInOrder(db, [first, ...ranksFor(words)]), phrases)
    return { ids, whole: ids.length, meanings: words.map((word) => ({ begins: [word], is: [] })) }
  }
  const typed = await rankRelated(db, words, relate, [first])
  if (typed.whole > 0) return withSome(db, typed)
  const corrected = await correctWords(db, words, (match) => isAnywhere(db, match))
  if (!corrected) return withSome(db, typed)
  return {
    ...(await withSome(db, await rankRelated(db, corrected, relate))),
    correctedTo: corrected.join(' '),
  }
}

async function rankRelated(db: Db, words: string[], relate: Relate, first: Rank[] = []): Promise<Ranked> {
  const meanings = await meaningsOf(db, words, relate)
  const related = hasMeanings(meanings)
  const whole = hasMeanings(meanings, asWholeIfShort)
  const ids = await idsInOrder(db, [
    ...first,
    ['title', hasWords(words)],
    ...namingRanks(words, asWholeIfShort),
    ['title', whole],
    ...textsNamedAfterOneOf(meanings),
    ['anywhere', whole],
    ...namingRanks(words, asBeginning),
    ['title', related],
    ['anywhere', related, { any: meanings.map((meaning) => hasOneMeaning(meaning)) }],
    ['anywhere', hasBeginnings(words)],
    ['anywhere', related],
  ])
  return { ids, whole: ids.length, meanings }
}

/** Texts with all the words, at least one of them in the title. A year in it says little. */
function textsNamedAfterOneOf(meanings: WordMeaning[]): Rank[] {
  const naming = meanings.filter(({ begins }) => !/^\d+$/.test(begins[0]!))
  if (meanings.length < 2 || naming.length === 0) return []
  const inTitle = { any: naming.map((meaning) => hasOneMeaning(meaning, asWholeIfShort)) }
  return [['anywhere', hasMeanings(meanings, asWholeIfShort), inTitle]]
}

/** If few have all the words, those with some of them follow. */
async function withSome(db: Db, ranked: Ranked): Promise<Ranked> {
  if (ranked.whole >= fewHits || ranked.meanings.length < 2) return ranked
  const some = await idsWithSome(db, ranked.meanings.slice(0, maxMeanings))
  return { ...ranked, ids: [...new Set([...ranked.ids, ...some])].slice(0, maxHits + 1) }
}

async function meaningsOf(db: Db, words: string[], relate: Relate): Promise<WordMeaning[]> {
  const related = relate(words)
  const spellings = await findSpellings(
    db,
    related.map(({ begins }) => begins[0]!),
  )
  return related.map(({ begins, is }, at) => ({ begins, is: [...is, ...spellings[at]!] }))
}

function ranksFor(words: string[]): Rank[] {
  return [
    ['title', hasWords(words)],
    ...[asWholeIfShort, asBeginning].flatMap((compare): Rank[] => [
      ...namingRanks(words, compare),
      ['anywhere', hasBeginnings(words, compare)],
    ]),
  ]
}

function namingRanks(words: string[], compare: Compare): Rank[] {
  return [
    ['title', hasBeginnings(words, compare)],
    ['names', fitsName(words, compare)],
  ]
}

/** One more than we count, so that the caller can tell. */
async function idsInOrder(db: Db, ranks: Rank[]): Promise<number[]> {
  const ids = new Set<number>()
  for (const rank of withoutRepeats(ranks)) {
    for (const { id } of await matchingRows(db, ...rank)) ids.add(id)
    if (ids.size > maxHits) break
  }
  return [...ids].slice(0, maxHits + 1)
}

/** Related words often add nothing, and the same rank again would find the same entries. */
function withoutRepeats(ranks: Rank[]): Rank[] {
  const textOf = ([field, match, titleToo]: Rank) =>
    [field, toTsquery(match), titleToo ? toTsquery(titleToo) : ''].join('\n')
  return [...new Map(ranks.map((rank) => [textOf(rank), rank])).values()]
}

/** Rare words, short words that are there whole, and words in titles count for more. */
async function idsWithSome(db: Db, meanings: WordMeaning[]): Promise<number[]> {
  const found = new Map<number, { row: Row; worth: number }>()
  for (const meaning of meanings) {
    const rows = await matchingRows(db, 'anywhere', hasOneMeaning(meaning))
    const worth = 1 / Math.log2(2 + rows.length)
    for (const row of rows) found.set(row.id, { row, worth: worth + (found.get(row.id)?.worth ?? 0) })
    const whole = hasOneMeaning(meaning, asWholeIfShort)
    for (const field of ['anywhere', 'title'] as const)
      for (const { id } of await matchingRows(db, field, whole)) {
        const known = found.get(id)
        if (known) known.worth += field === 'title' ? 2 * worth : worth
      }
  }
  return [...found.values()]
    .toSorted((a, b) => b.worth - a.worth || a.row.weight - b.row.weight || compareTitles(a.row, b.row))
    .map(({ row }) => row.id)
    .slice(0, maxHits + 1)
}

/** At most one more than we count, in their order; if there are more, people are left out first. */
async function matchingRows(db: Db, ...rank: Rank): Promise<Row[]> {
  const all = await readRows(db, matching(db, rank))
  if (all.length <= maxHits) return inOrder(rank, all)
  const others = await readRows(db, matching(db, rank, sql`select id from search_entry where ${isNoPerson}`))
  const rows = new Map([...others, ...all].map((row) => [row.id, row]))
  return inOrder(rank, [...rows.values()].slice(0, maxHits + 1))
}

/** As two ranges, which the index on the subject answers. */
const isNoPerson = sql`subject < 'person' or subject > 'person'`

async function readRows(db: Db, found: Sql): Promise<Row[]> {
  // One look-up per row. With a join, PostgreSQL would read all of search_entry.
  const { rows } = await sql<Row>`
    select id,
      (select sort_key from search_entry where search_entry.id = found.id) as sort_key,
      (select weight from search_entry where search_entry.id = found.id) as weight,
      (select starts_on from search_entry where search_entry.id = found.id) as starts_on
    from (${found}) as found`.execute(db)
  return rows
}

/** Ordered here, because the engines sort letters differently. */
function inOrder([field]: Rank, rows: Row[]): Row[] {
  return rows.toSorted((a, b) =>
    field === 'title' && a.weight === b.weight ? compareTitles(a, b) : compareRows(a, b),
  )
}

async function isAnywhere(db: Db, match: Match): Promise<boolean> {
  const found = matching(db, ['anywhere', match])
  // With a limit of one, PostgreSQL expects to meet an entry soon and reads the whole table where there is none.
  const { rows } = await sql<{ many: number }>`select count(*) as many from (${found}) as found`.execute(db)
  return rows[0]!.many > 0
}

const fts5Columns = { title: '{title} : ', names: '{names} : ', anywhere: '' }
const tsvectorColumns = { title: 'title', names: 'names', anywhere: 'everything' }

/** The ids of at most one more than we count. */
function matching(db: Db, [field, match, titleToo]: Rank, among?: Sql): Sql {
  if (engineOf(db) === 'sqlite') {
    const parts = [
      fts5Columns[field] + toFts5(match),
      ...(titleToo ? [fts5Columns.title + toFts5(titleToo)] : []),
    ]
    const inThese = among ? sql`and rowid in (${among})` : sql``
    return sql`select rowid as id from search_words
      where search_words match ${parts.map((part) => `(${part})`).join(' AND ')} ${inThese}
      order by rowid limit ${maxHits + 1}`
  }
  const inTitle = titleToo ? sql`and title @@ ${toTsquery(titleToo)}::tsquery` : sql``
  const inThese = among ? sql`and entry_id in (${among})` : sql``
  return sql`select entry_id as id from search_words
    where ${sql.ref(tsvectorColumns[field])} @@ ${toTsquery(match)}::tsquery ${inTitle} ${inThese}
    order by entry_id limit ${maxHits + 1}`
}

/** The index knows only words, so phrases are looked for in the text itself. */
async function withPhrases(db: Db, ids: number[], phrases: string[]): Promise<number[]> {
  if (phrases.length === 0) return ids
  const fitting = new Set<number>()
  for (const { id, title, details, summary, body } of await readTexts(db, ids)) {
    const texts = [title, details, summary, body]
    if (phrases.every((phrase) => texts.some((text) => phraseIn(text, phrase)))) fitting.add(id)
  }
  return ids.filter((id) => fitting.has(id))
}

async function readTexts(db: Db, ids: number[]) {
  return db
    .selectFrom('search_entry')
    .select(['id', 'title', 'details', 'summary', 'body'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()
}

/** Entries at these addresses, in their order. */
export async function readEntriesAt(db: Db, hrefs: string[]) {
  const rows = await db
    .selectFrom('search_entry')
    .select(['title', 'href', 'summary'])
    .where('href', 'in', hrefs.length > 0 ? hrefs : [''])
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute()
  const found = new Map(rows.map((row) => [row.href, row]))
  return hrefs.flatMap((href) => found.get(href) ?? [])
}

async function readHits(db: Db, ids: number[]): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('search_entry')
    .select(['id', 'title', 'href', 'summary', 'section', 'details', 'body'])
    .select(['starts_on as startsOn', 'ends_on as endsOn', 'sample_at as sampleAt'])
    .where('id', 'in', ids)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ id: _, ...hit }) => hit)
}
