import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/**
 * A letter may hold an address that opens something, with a token in it. Whoever reads the kept letters must not
 * open it, so that tokens are hidden while they work and taken out when they no longer do.
 */

const token = /\?token=([\w-]{43})/g
const hidden = '?token=(hidden)'
const over = '?over'
const lettersAtOnce = 100

/** What became of the link in a letter, as far as its text shows. */
export type LinkInLetter = 'none' | 'shown' | 'hidden' | 'over'

export function linkIn(text: string): LinkInLetter {
  if (tokensIn(text).length > 0) return 'shown'
  if (text.includes(hidden)) return 'hidden'
  return text.includes(over) ? 'over' : 'none'
}

export function hideTokens(text: string): string {
  return text.replaceAll(token, hidden)
}

/** After a link was used, by the person to whom it was mailed. */
export async function takeOutToken(db: Db, recipient: string, used: string): Promise<void> {
  await withoutToken(db, used).where('recipient', '=', recipient).execute()
}

/** Goes through the letters whose kind begins so, and takes out all tokens but those that still work. */
export async function takeOutDeadTokens(
  db: Db,
  kind: string,
  listLive: (tokens: string[]) => Promise<Set<string>>,
): Promise<void> {
  let last = ''
  for (;;) {
    const letters = await db
      .selectFrom('mail')
      .select(['id', 'body_text'])
      .where('id', '>', last)
      .where('kind', 'like', `${kind}.%`)
      .where('body_text', 'like', '%?token=%')
      .orderBy('id')
      .limit(lettersAtOnce)
      .execute()
    const tokens = letters.flatMap(({ body_text }) => tokensIn(body_text))
    const live = await listLive(tokens)
    for (const letter of letters)
      for (const dead of tokensIn(letter.body_text).filter((one) => !live.has(one)))
        await withoutToken(db, dead).where('id', '=', letter.id).execute()
    if (letters.length < lettersAtOnce) return
    last = letters.at(-1)?.id ?? ''
  }
}

/** Replaced where it stands, so that nothing else that changes the letter at this moment is lost. */
function withoutToken(db: Db, dead: string) {
  const without = (column: string) => sql<string>`replace(${sql.ref(column)}, ${`?token=${dead}`}, ${over})`
  return db.updateTable('mail').set({ body_text: without('body_text'), body_html: without('body_html') })
}

function tokensIn(text: string): string[] {
  return [...text.matchAll(token)].map(([, one = '']) => one)
}
