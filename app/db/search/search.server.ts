import { sql, type RawBuilder } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import {
  fitsName,
  hasBeginnings,
  hasRelated,
  hasSomeRelated,
  hasWords,
  toFts5,
  toTsquery,
  type Match,
} from './word-match.ts'
import { nameWordsOf, plainText, soughtWords, wordsOf } from './words.ts'

export interface SearchEntry {
  /** The kind of subject and its id: there is one entry for each. */
  subject: string
  subjectId: string
  title: string
  /** The sort key, where it is not the title itself, such as a family name. */
  sortAs?: string
  href: string
  summary: string
  section: string
  /** The people it is about, one name each; initials may stand for names. */
  names?: string[]
  body: string
  sampleAt: number | null
}

export interface SearchHit {
  title: string
  href: string
  summary: string
  section: string
  sampleAt: number | null
}

/** We do not count beyond this: nobody reads that far, and counting would be the slow part. */
export const mostHits = 1000

const rowsAtOnce = 500
const mostWords = 20_000

type Field = 'title' | 'names' | 'anywhere'

export function putSearchEntry(db: Db, entry: SearchEntry): Promise<void> {
  return putSearchEntries(db, [entry])
}

/** Writes the entries; each replaces the previous one for the same subject. */
export function putSearchEntries(db: Db, entries: SearchEntry[]): Promise<void> {
  const latest = [...new Map(entries.map((entry) => [keyOf(entry.subject, entry.subjectId), entry])).values()]
  return inTransaction(db, async (db) => {
    for (let start = 0; start < latest.length; start += rowsAtOnce) {
      await putRows(db, latest.slice(start, start + rowsAtOnce))
    }
  })
}

/** The words of an entry are deleted with it. */
export async function removeSearchEntry(db: Db, subject: string, subjectId: string): Promise<void> {
  await db
    .deleteFrom('search_entry')
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** Empties the index, before it is rebuilt. */
export async function clearSearch(db: Db): Promise<void> {
  await db.deleteFrom('search_entry').execute()
}

export async function removeSearchEntries(db: Db, subject: string, subjectIds: string[]): Promise<void> {
  for (let start = 0; start < subjectIds.length; start += rowsAtOnce) {
    const some = subjectIds.slice(start, start + rowsAtOnce)
    await db
      .deleteFrom('search_entry')
      .where('subject', '=', subject)
      .where('subject_id', 'in', some)
      .execute()
  }
}

/** The sample entry of one subject. */
export async function removeSampleSearchEntries(db: Db, subject: string): Promise<void> {
  await db
    .deleteFrom('search_entry')
    .where('subject', '=', subject)
    .where('sample_at', 'is not', null)
    .execute()
}

/** For each word of a search that matters, the beginnings of words that mean the same. */
export type Relate = (words: string[]) => string[][]

/**
 * Entries with all the words: first where the title has them whole, then where it has words that start with them, then
 * names, then anything; each group by title. With related words, entries that have those come next, and only if there
 * is none at all, entries with some of the words. The total stops at mostHits, and isMore says whether it did.
 */
export async function findInSearch(
  db: Db,
  text: string,
  page: { limit: number; offset: number },
  relate?: Relate,
) {
  const { ids, isMore, isPartial } = await rankEntries(db, soughtWords(text), relate)
  const hits = await readHits(db, ids.slice(page.offset, page.offset + page.limit))
  return { total: ids.length, isMore, isPartial, hits }
}

/** A condition on a column that holds name words separated and enclosed by spaces (see spacedNameWords). */
export function nameFits(db: Db, column: string, text: string): RawBuilder<boolean> {
  const words = soughtWords(text, 6)
  return words.length === 0 ? sql`1 = 0` : fitsInText(db, column, fitsName(words))
}

export function spacedNameWords(name: string): string {
  return ` ${nameWordsOf(name).join(' ').slice(0, 300)} `
}

async function putRows(db: Db, entries: SearchEntry[]) {
  const rows = await db
    .insertInto('search_entry')
    .values(
      entries.map((entry) => ({
        subject: entry.subject,
        subject_id: entry.subjectId,
        title: entry.title,
        sort_key: plainText(entry.sortAs ?? entry.title).slice(0, 200),
        href: entry.href,
        summary: entry.summary,
        section: entry.section,
        sample_at: entry.sampleAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['subject', 'subject_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        sort_key: eb.ref('excluded.sort_key'),
        href: eb.ref('excluded.href'),
        summary: eb.ref('excluded.summary'),
        section: eb.ref('excluded.section'),
        sample_at: eb.ref('excluded.sample_at'),
      })),
    )
    .returning(['id', 'subject', 'subject_id'])
    .execute()
  const ids = new Map(rows.map((row) => [keyOf(row.subject, row.subject_id), row.id]))
  await putWords(
    db,
    entries.map((entry) => ({ id: ids.get(keyOf(entry.subject, entry.subjectId)), ...wordsOfEntry(entry) })),
  )
}

function wordsOfEntry(entry: SearchEntry) {
  const title = wordsOf(entry.title)
  const names = [...new Set((entry.names ?? []).flatMap(nameWordsOf))].slice(0, mostWords)
  return { title, names, body: wordsOf(entry.body).slice(0, mostWords) }
}

type Words = { id: number | undefined; title: string[]; names: string[]; body: string[] }

async function putWords(db: Db, rows: Words[]) {
  if (engineOf(db) === 'sqlite') {
    const values = rows.map(
      ({ id, title, names, body }) => sql`(${id}, ${title.join(' ')}, ${names.join(' ')}, ${body.join(' ')})`,
    )
    await sql`insert or replace into search_words (rowid, title, names, body) values ${sql.join(values)}`.execute(
      db,
    )
    return
  }
  // We split the words ourselves: PostgreSQL's own parser would split Indian scripts at their vowel signs.
  const values = rows.map(({ id, title, names, body }) => {
    const everything = [...title, ...names, ...body]
    return sql`(${id}::bigint, ${vector(title)}, ${vector(names)}, ${vector(everything)})`
  })
  await sql`insert into search_words (entry_id, title, names, everything) values ${sql.join(values)}
    on conflict (entry_id) do update
    set title = excluded.title, names = excluded.names, everything = excluded.everything`.execute(db)
}

function vector(words: string[]) {
  return sql`array_to_tsvector(${words}::text[])`
}

async function rankEntries(db: Db, words: string[], relate: Relate | undefined) {
  if (words.length === 0) return { ids: [], isMore: false, isPartial: false }
  const related = relate?.(words) ?? []
  const all = await idsInOrder(db, [
    ['title', hasWords(words)],
    ['title', hasBeginnings(words)],
    ['names', fitsName(words)],
    ['anywhere', hasBeginnings(words)],
    ...(saysMore(related, words) ? inTitleFirst(hasRelated(related)) : []),
  ])
  const isPartial = all.size === 0 && related.length > 1
  const ids = isPartial ? await idsInOrder(db, inTitleFirst(hasSomeRelated(related))) : all
  return {
    ids: [...ids].slice(0, mostHits),
    isMore: ids.size > mostHits,
    isPartial: isPartial && ids.size > 0,
  }
}

function saysMore(related: string[][], words: string[]): boolean {
  const isShorter = related.length > 0 && related.length < words.length
  return isShorter || related.some(({ length }) => length > 1)
}

function inTitleFirst(match: Match): [Field, Match][] {
  return [
    ['title', match],
    ['anywhere', match],
  ]
}

async function idsInOrder(db: Db, ranks: [Field, Match][]): Promise<Set<number>> {
  const ids = new Set<number>()
  for (const [field, match] of ranks) {
    for (const id of await matchingIds(db, field, match)) ids.add(id)
    if (ids.size > mostHits) break
  }
  return ids
}

/** As many as we count, in the order of their titles. */
async function matchingIds(db: Db, field: Field, match: Match) {
  const found = engineOf(db) === 'sqlite' ? onSqlite(field, match) : onPostgres(field, match)
  // One look-up per row. With a join, PostgreSQL would read all of search_entry.
  const { rows } = await sql<{ id: number; sort_key: string }>`
    select id, (select sort_key from search_entry where search_entry.id = found.id) as sort_key
    from (${found}) as found`.execute(db)
  // Ordered here, because the engines sort letters differently.
  return rows.toSorted((a, b) => compare(a.sort_key, b.sort_key) || a.id - b.id).map((row) => row.id)
}

const fts5Columns = { title: '{title} : ', names: '{names} : ', anywhere: '' }
const tsvectorColumns = { title: 'title', names: 'names', anywhere: 'everything' }

function onSqlite(field: Field, match: Match) {
  return sql`select rowid as id from search_words where search_words match ${fts5Columns[field] + toFts5(match)}
    order by rowid limit ${mostHits + 1}`
}

function onPostgres(field: Field, match: Match) {
  return sql`select entry_id as id from search_words
    where ${sql.ref(tsvectorColumns[field])} @@ ${toTsquery(match)}::tsquery
    order by entry_id limit ${mostHits + 1}`
}

async function readHits(db: Db, ids: number[]): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('search_entry')
    .select(['id', 'title', 'href', 'summary', 'section', 'sample_at as sampleAt'])
    .where('id', 'in', ids)
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ id: _, ...hit }) => hit)
}

function fitsInText(db: Db, column: string, match: Match): RawBuilder<boolean> {
  if ('begins' in match) return contains(db, column, ` ${match.begins}`)
  if ('is' in match) return contains(db, column, ` ${match.is} `)
  const parts = ('all' in match ? match.all : match.any).map((part) => fitsInText(db, column, part))
  return sql`(${sql.join(parts, 'all' in match ? sql` and ` : sql` or `)})`
}

// Twice as fast as a comparison with "like".
function contains(db: Db, column: string, piece: string) {
  return engineOf(db) === 'sqlite'
    ? sql<boolean>`instr(${sql.ref(column)}, ${piece}) > 0`
    : sql<boolean>`strpos(${sql.ref(column)}, ${piece}) > 0`
}

function keyOf(subject: string, subjectId: string) {
  return `${subject} ${subjectId}`
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}
