import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { hashToken } from '#server/config/tokens.server.ts'

/**
 * A letter may contain a link with a token. The database stores its hash instead (`letter-links.server.ts`), and
 * readers of the stored letters see neither.
 */

const clearLink = /\?token=([\w-]{43})/g
export const sealedLink = /\?sealed=([\w-]{43})/g
const hidden = '?token=(hidden)'
const expiredLink = '?over'
const lettersAtOnce = 100

/** The state of the link in a letter, as far as its text shows. */
export type LinkInLetter = 'none' | 'shown' | 'hidden' | 'removed' | 'over'

export function linkIn(text: string): LinkInLetter {
  if (tokensIn(text).length > 0) return 'shown'
  if (text.includes(hidden)) return 'hidden'
  return text.includes(expiredLink) ? 'over' : 'none'
}

export function hideTokens(text: string): string {
  return hideHashes(text.replaceAll(clearLink, hidden))
}

/** The hash of a token tells staff nothing. */
export function hideHashes(text: string): string {
  return text.replaceAll(sealedLink, hidden)
}

export function hasSealedLink(text: string): boolean {
  return text.search(sealedLink) >= 0
}

export function tokensIn(text: string): string[] {
  return [...text.matchAll(clearLink)].map(([, token = '']) => token)
}

/** A database condition: the letter has a link or a code, which was removed when the letter was sent. */
export const isLinkRemoved = sql<boolean>`((body_text like '%?sealed=%' or body_text like '%(hidden code)%') and sealed_links is null)`

/** The same: its link was used or replaced, or has expired. */
export const hasExpiredLink = sql<boolean>`(body_text like '%/%?over%')`

/** After a link was used, by the person it was mailed to. */
export async function removeUsedLink(db: Db, recipient: string, used: string): Promise<void> {
  for (const written of [`?token=${used}`, `?sealed=${hashToken(used)}`])
    await replaceLink(db, written, expiredLink).where('recipient', '=', recipient).execute()
}

/** The same for a link whose token is not known here. */
export async function removeUsedLinkByHash(db: Db, recipient: string, hash: string): Promise<void> {
  await replaceLink(db, `?sealed=${hash}`, expiredLink).where('recipient', '=', recipient).execute()
}

/**
 * Goes through the letters whose kind has this prefix, and removes all links except those that still work, by their
 * hashes.
 */
export async function removeExpiredLinks(
  db: Db,
  kind: string,
  listLive: (hashes: string[]) => Promise<Set<string>>,
): Promise<void> {
  let last = ''
  for (;;) {
    const letters = await db
      .selectFrom('mail')
      .select(['id', 'body_text'])
      .where('id', '>', last)
      .where('kind', 'like', `${kind}.%`)
      .where((eb) => eb.or([eb('body_text', 'like', '%?token=%'), eb('body_text', 'like', '%?sealed=%')]))
      .orderBy('id')
      .limit(lettersAtOnce)
      .execute()
    const links = letters.flatMap(({ id, body_text }) => linksIn(body_text).map((link) => ({ id, ...link })))
    const live = await listLive([...new Set(links.map(({ hash }) => hash))])
    for (const { id, hash, written } of links)
      if (!live.has(hash)) await replaceLink(db, written, expiredLink).where('id', '=', id).execute()
    if (letters.length < lettersAtOnce) return
    last = letters.at(-1)?.id ?? ''
  }
}

/** Replaced in SQL, so that concurrent changes to the letter are not lost. */
export function replaceLink(db: Db, written: string, by: string) {
  const replaced = (column: string) => sql<string>`replace(${sql.ref(column)}, ${written}, ${by})`
  return db.updateTable('mail').set({
    body_text: replaced('body_text'),
    body_html: replaced('body_html'),
    unsubscribe_url: replaced('unsubscribe_url'),
  })
}

function linksIn(text: string): { hash: string; written: string }[] {
  return [
    ...tokensIn(text).map((token) => ({ hash: hashToken(token), written: `?token=${token}` })),
    ...[...text.matchAll(sealedLink)].map(([written, hash = '']) => ({ hash, written })),
  ]
}
