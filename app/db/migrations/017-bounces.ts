import type { Migration } from './migration.ts'

/** Bounced letters are few and queried often, and a report names a letter by its Message-ID. */
export const bounces: Migration = {
  name: '017-bounces',
  sql: `
create index bounced_mails on mail (bounced_at) where bounced_at is not null;
create index mails_by_message on mail (message_id);
create index mails_by_recipient on mail (recipient, sent_at);
`,
}
