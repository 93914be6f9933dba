import { sql, type RawBuilder } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { hasBeginnings, toFts5, toTsquery } from './word-match.ts'

/** The words of an entry's details. They are removed with the details. */
export interface EntryWords {
  seq: number
  words: string[]
}

export async function putAuditWords(db: Db, rows: EntryWords[]): Promise<void> {
  if (rows.length === 0) return
  if (engineOf(db) === 'sqlite') {
    const values = rows.map(({ seq, words }) => sql`(${seq}, ${words.join(' ')})`)
    await sql`insert into audit_words (rowid, words) values ${sql.join(values)}`.execute(db)
    return
  }
  const values = rows.map(({ seq, words }) => sql`(${seq}::bigint, array_to_tsvector(${words}::text[]))`)
  await sql`insert into audit_words (seq, words) values ${sql.join(values)}`.execute(db)
}

export async function clearAuditWords(db: Db): Promise<void> {
  await sql`delete from audit_words`.execute(db)
}

/** The numbers of the entries whose details have, for each search word, a word that starts with it. */
export function seqsWithWords(db: Db, words: string[]): RawBuilder<{ seq: number }> {
  const match = hasBeginnings(words)
  return engineOf(db) === 'sqlite'
    ? sql`(select rowid as seq from audit_words where audit_words match ${toFts5(match)})`
    : sql`(select seq from audit_words where words @@ ${toTsquery(match)}::tsquery)`
}
