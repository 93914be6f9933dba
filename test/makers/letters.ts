import type { Db } from '#db/schema/tables.ts'
import { lettersKeyName, lettersPublicKey, openLinks } from '#server/mail/letter-links.server.ts'

/** Reads letters as their recipients would: links are sealed in the database of every site that was opened. */

const secrets = new Map<string, string>()

/** A test that opened a site may read the letters in its database. */
export function rememberSecret(secret: string): void {
  secrets.set(lettersPublicKey(secret), secret)
}

/** The secret of a database on which no site was started. */
export const lettersSecret = 'a secret of the tests of letters'

/** Seals what only the running site may open, as in the database of a site. */
export async function sealAsSite(db: Db, now: Date): Promise<void> {
  rememberSecret(lettersSecret)
  const fingerprint = lettersPublicKey(lettersSecret)
  await db
    .insertInto('site_key')
    .values({ name: lettersKeyName, fingerprint, noted_at: now.getTime() })
    .execute()
}

/** All letters, or those to one address, in the order in which they were written. A sent one has lost its link. */
export async function openLetters(db: Db, to?: string) {
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('queued_at')
    .orderBy('id')
    .execute()
  const key = await db
    .selectFrom('site_key')
    .select('fingerprint')
    .where('name', '=', lettersKeyName)
    .executeTakeFirst()
  return rows.map(({ id, kind, recipient, subject, body_text, body_html, sealed_links }) => {
    const written = { id, to: recipient, text: body_text, html: body_html, sealedLinks: sealed_links }
    const { text, html } = openLinks(secrets.get(key?.fingerprint ?? ''), written)
    return { id, kind, recipient, subject, body_text: text, body_html: html }
  })
}
