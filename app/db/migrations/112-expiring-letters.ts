import type { Migration } from './migration.ts'

/** A code works for minutes: a letter with one that could not be sent in time is not sent late. */
export const expiringLetters: Migration = {
  name: '112-expiring-letters',
  sql: `
alter table mail add column expires_at bigint;
create index expiring_mails on mail (expires_at) where expires_at is not null;
`,
}
