import type { Db } from '#db/schema/tables.ts'
import { removeExpiredLinks } from '#server/mail/mail-tokens.server.ts'

/** Removes drafts untouched for long; the next clearing of the store removes their files. */
export async function clearDrafts(db: Db, now: Date): Promise<number> {
  await db.deleteFrom('form_charge').where('ends_at', '<=', now.getTime()).execute()
  const { numDeletedRows } = await db
    .deleteFrom('form_draft')
    .where('expires_at', '<=', now.getTime())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Letters must not open what was submitted, discarded or has expired. */
export function takeOutDraftTokens(db: Db, now: Date): Promise<void> {
  return removeExpiredLinks(db, 'form', async (hashes) => {
    if (hashes.length === 0) return new Set()
    const rows = await db
      .selectFrom('form_draft')
      .select(['token_hash', 'link_hash'])
      .where(({ or, eb }) => or([eb('token_hash', 'in', hashes), eb('link_hash', 'in', hashes)]))
      .where('expires_at', '>', now.getTime())
      .execute()
    return new Set(rows.flatMap(({ token_hash, link_hash }) => [token_hash, link_hash ?? '']))
  })
}
