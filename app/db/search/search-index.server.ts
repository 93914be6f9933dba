import { sql } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { soundOf } from './sounds.ts'
import { dayWords, nameWordsOf, plainText, wordsOf } from './words.ts'

export interface SearchEntry {
  /** The kind of subject and its id: there is one entry for each. */
  subject: string
  subjectId: string
  title: string
  /** The sort key, where it is not the title itself, such as a family name. */
  sortAs?: string
  /** Other titles and numbers that people know it by, such as "CONIAPS-XXX". */
  alsoCalled?: string[]
  href: string
  summary: string
  section: string
  /** Its series, number and venue. */
  details?: string
  /** A day, or only its year. */
  startsOn?: string | undefined
  endsOn?: string | undefined
  /** Among equals, entries with a lower weight come first; 1 unless given. */
  weight?: number
  /** The people it is about, one name each; initials may stand for names. */
  names?: string[]
  body: string
  sampleAt: number | null
}

const rowsAtOnce = 500
const maxWords = 20_000
const termsAtOnce = 5000

export function putSearchEntry(db: Db, entry: SearchEntry): Promise<void> {
  return putSearchEntries(db, [entry])
}

/** Writes the entries; each replaces the previous one for the same subject. */
export function putSearchEntries(db: Db, entries: SearchEntry[]): Promise<void> {
  return inTransaction(db, async (db) => {
    const latest = [
      ...new Map(entries.map((entry) => [keyOf(entry.subject, entry.subjectId), entry])).values(),
    ]
    for (let start = 0; start < latest.length; start += rowsAtOnce)
      await putRows(db, latest.slice(start, start + rowsAtOnce))
  })
}

/** The words of an entry are deleted with it. */
export async function removeSearchEntry(db: Db, subject: string, subjectId: string): Promise<void> {
  await removeSearchEntries(db, subject, [subjectId])
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

/** All entries of a subject whose ids start so. Ids have no characters that `like` would read as patterns. */
export async function removeSearchEntriesBelow(db: Db, subject: string, start: string): Promise<void> {
  await db
    .deleteFrom('search_entry')
    .where('subject', '=', subject)
    .where('subject_id', 'like', `${start}%`)
    .execute()
}

/** The sample entry of one subject. */
export async function removeSampleSearchEntries(db: Db, subject: string): Promise<void> {
  await db
    .deleteFrom('search_entry')
    .where('subject', '=', subject)
    .where('sample_at', 'is not', null)
    .execute()
}

async function putRows(db: Db, entries: SearchEntry[]) {
  const rows = await db
    .insertInto('search_entry')
    .values(entries.map(rowOf))
    .onConflict((conflict) =>
      conflict.columns(['subject', 'subject_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        sort_key: eb.ref('excluded.sort_key'),
        href: eb.ref('excluded.href'),
        summary: eb.ref('excluded.summary'),
        section: eb.ref('excluded.section'),
        sample_at: eb.ref('excluded.sample_at'),
        body: eb.ref('excluded.body'),
        details: eb.ref('excluded.details'),
        starts_on: eb.ref('excluded.starts_on'),
        ends_on: eb.ref('excluded.ends_on'),
        weight: eb.ref('excluded.weight'),
      })),
    )
    .returning(['id', 'subject', 'subject_id'])
    .execute()
  const ids = new Map(rows.map((row) => [keyOf(row.subject, row.subject_id), row.id]))
  const indexed = entries.map((entry) => ({
    id: ids.get(keyOf(entry.subject, entry.subjectId))!,
    ...wordsOfEntry(entry),
  }))
  await putWords(db, indexed)
  await putTerms(db, indexed)
}

function rowOf(entry: SearchEntry) {
  return {
    subject: entry.subject,
    subject_id: entry.subjectId,
    title: entry.title,
    sort_key: plainText(entry.sortAs ?? entry.title).slice(0, 200),
    href: entry.href,
    summary: entry.summary,
    section: entry.section,
    sample_at: entry.sampleAt,
    // PostgreSQL stores no NUL.
    body: entry.body.replaceAll('\0', ''),
    details: entry.details ?? '',
    starts_on: entry.startsOn ?? null,
    ends_on: entry.endsOn ?? null,
    weight: entry.weight ?? 1,
  }
}

interface IndexedWords {
  id: number
  title: string[]
  names: string[]
  body: string[]
}

function wordsOfEntry(entry: SearchEntry): Omit<IndexedWords, 'id'> {
  const { title, alsoCalled = [], names = [], body, details = '', startsOn, endsOn } = entry
  const days = [startsOn, endsOn].flatMap((day) => (day === undefined ? [] : dayWords(day)))
  return {
    title: distinct([title, ...alsoCalled].flatMap(wordsOf)),
    names: distinct(names.flatMap(nameWordsOf)),
    body: distinct([...wordsOf(details), ...days, ...wordsOf(body)]),
  }
}

async function putWords(db: Db, rows: IndexedWords[]) {
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

/** Of people only the names: what else is written about them is on pages too, or nobody misspells it. */
async function putTerms(db: Db, rows: IndexedWords[]) {
  await db
    .deleteFrom('search_term')
    .where(
      'entry_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const terms = rows.flatMap(({ id, title, names, body }) =>
    distinct([...title, ...names, ...(names.length > 0 ? [] : body)])
      .filter((word) => word.length > 2)
      .map((term) => ({ entry_id: id, term, sound: soundOf(term) })),
  )
  for (let start = 0; start < terms.length; start += termsAtOnce)
    await db
      .insertInto('search_term')
      .values(terms.slice(start, start + termsAtOnce))
      .execute()
}

function distinct(words: string[]) {
  return [...new Set(words)].slice(0, maxWords)
}

function keyOf(subject: string, subjectId: string) {
  return `${subject} ${subjectId}`
}
