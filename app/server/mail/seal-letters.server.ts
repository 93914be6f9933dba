import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { sealLinks } from './letter-links.server.ts'
import { replaceLink, tokensIn } from './mail-tokens.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'

const lettersAtOnce = 100

/**
 * Seals stored letters whose links are in the clear: those from before links were sealed, and those that a process of
 * an older release writes while it is being replaced. Returns how many.
 */
export async function sealLetters(db: Db, since?: Date): Promise<number> {
  let last = ''
  for (let sealed = 0; ; sealed += lettersAtOnce) {
    const letters = await db
      .selectFrom('mail')
      .select('id')
      .where('id', '>', last)
      .where('body_text', 'like', '%?token=%')
      .$if(since !== undefined, (mails) => mails.where('queued_at', '>=', since?.getTime() ?? 0))
      .orderBy('id')
      .limit(lettersAtOnce)
      .execute()
    for (const { id } of letters) await sealLetter(db, id)
    if (letters.length < lettersAtOnce) return sealed + letters.length
    last = letters.at(-1)?.id ?? ''
  }
}

function sealLetter(db: Db, id: string): Promise<void> {
  return inTransaction(db, async (db) => {
    const mail = await db
      .selectFrom('mail')
      .select(['id', 'recipient', 'body_text', 'body_html', 'unsubscribe_url', 'sent_at', 'sealed_links'])
      .where('id', '=', id)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!mail) return
    const { recipient: to, body_text: text, body_html: html, unsubscribe_url: unsubscribeUrl } = mail
    const { sealedLinks } = await sealLinks(db, { id, to }, { text, html, unsubscribeUrl })
    if (sealedLinks === null) return
    for (const token of [text, html, unsubscribeUrl ?? ''].flatMap(tokensIn))
      await replaceLink(db, `?token=${token}`, `?sealed=${hashToken(token)}`)
        .where('id', '=', id)
        .execute()
    // A sent letter is not sent again with its link.
    if (mail.sent_at === null && mail.sealed_links === null)
      await db.updateTable('mail').set({ sealed_links: sealedLinks }).where('id', '=', id).execute()
  })
}
