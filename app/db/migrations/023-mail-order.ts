import type { Migration } from './migration.ts'

/** Before sending a letter we look for older ones to the same address, and whether a job will retry them. */
export const mailOrder: Migration = {
  name: '023-mail-order',
  sql: `
create index waiting_mails on mail (recipient, queued_at, id) where sent_at is null and failed_at is null;
create index open_jobs on job (kind, payload) where done_at is null and failed_at is null;
`,
}
