import { sql, type RawBuilder } from 'kysely'

/**
 * Whether a text contains the search term, at its start or anywhere, for lists that staff search. It is tried as
 * written and in lower case, because SQLite lowers only ASCII letters.
 */
export function contains(
  text: RawBuilder<unknown>,
  sought: string,
  where: 'start' | 'anywhere' = 'anywhere',
) {
  const escaped = sought.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const pattern = (part: string) => (where === 'start' ? `${part}%` : `%${part}%`)
  const escape = '\\'
  const inSmall = sql<boolean>`(lower(${text}) like ${pattern(escaped.toLowerCase())} escape ${escape})`
  // Both engines lower ASCII letters, so one comparison is enough.
  if (/^[\x20-\x7e]*$/.test(sought)) return inSmall
  return sql<boolean>`(${text} like ${pattern(escaped)} escape ${escape} or ${inSmall})`
}

/** Whether each of the words is in one of the texts. */
export function containWords(texts: RawBuilder<unknown>[], words: string[]) {
  const inOne = (word: string) =>
    sql`(${sql.join(
      texts.map((text) => contains(text, word)),
      sql` or `,
    )})`
  return sql<boolean>`(${sql.join(words.map(inOne), sql` and `)})`
}
