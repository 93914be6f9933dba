import type { Migration } from './migration.ts'

/** Before a letter goes out, older ones to the same address are looked for, and whether a job will try them. */
export const mailOrder: Migration = {
  name: '023-mail-order',
  sql: `
create index waiting_mails on mail (recipient, queued_at, id) where sent_at is null and failed_at is null;
create index open_jobs on job (kind, payload) where done_at is null and failed_at is null;
`,
}
