import type { Migration } from './migration.ts'

/** Letters that could not be sent because no mail server was set; they are sent once there is one. */
export const storedLetters: Migration = {
  name: '061-stored-letters',
  sql: `
alter table mail add column stored_at bigint;
create index mail_stored on mail (stored_at) where stored_at is not null;
`,
}
