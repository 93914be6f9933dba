import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'
import { containWords } from '#db/search/contains.ts'
import { isAboutOther } from '#features/case-access/case-access.server.ts'

/** There are many letters and only the latest are searched; the rest can be found on their page. */
const latestLetters = 3000

export function findLettersByWords(db: Db, words: string[], limit: number, readerId: string) {
  const latest = db
    .selectFrom('mail')
    .select(['id', 'subject', 'recipient', 'queued_at', 'sent_at', 'failed_at'])
    .where(isAboutOther(db, readerId))
    .orderBy('queued_at', 'desc')
    .limit(latestLetters)
  return db
    .selectFrom(latest.as('latest'))
    .select(['id', 'subject', 'recipient as to', 'sent_at as sentAt', 'failed_at as failedAt'])
    .where(containWords([sql.ref('subject'), sql.ref('recipient')], words))
    .orderBy('queued_at', 'desc')
    .limit(limit)
    .execute()
}
