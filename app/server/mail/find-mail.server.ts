import type { Db } from '#db/schema/tables.ts'
import type { MailState } from './mail-states.ts'

/** One letter with its text. */
export async function findMail(db: Db, id: string) {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    messageId: row.message_id,
    unsubscribeUrl: row.unsubscribe_url,
    sealedLinks: row.sealed_links,
    expiresAt: row.expires_at,
    isByPerson: row.by_person !== null,
    date: new Date(row.queued_at),
    state: stateOf(row),
    sentAt: row.sent_at,
    bouncedAt: row.bounced_at,
    bounceNote: row.bounce_note,
    error: row.error,
  }
}

type Times = Record<'sent_at' | 'failed_at' | 'bounced_at', number | null>

export function stateOf({ sent_at, failed_at, bounced_at }: Times): MailState {
  if (bounced_at !== null) return 'bounced'
  if (sent_at !== null) return 'sent'
  return failed_at === null ? 'unsent' : 'failed'
}
