import { sql, type RawBuilder } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inLatin } from './latin.ts'
import { fitsName, type Match } from './word-match.ts'
import { nameWordsOf, soughtWords } from './words.ts'

/**
 * A condition on a column that holds name words separated and enclosed by spaces (see spacedNameWords). A name in
 * Devanagari, Greek or Cyrillic also fits as it is usually written in English.
 */
export function nameFits(db: Db, column: string, text: string): RawBuilder<boolean> {
  const words = soughtWords(text, 6)
  if (words.length === 0) return sql`1 = 0`
  const latin = words.map(inLatin)
  const isLatin = latin.join(' ') === words.join(' ')
  return fitsInText(db, column, isLatin ? fitsName(words) : { any: [fitsName(words), fitsName(latin)] })
}

export function spacedNameWords(name: string): string {
  return ` ${nameWordsOf(name).join(' ').slice(0, 300)} `
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
