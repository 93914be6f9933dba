import type { Migration } from './migration.ts'

/** Heartbeats of background work, and open alarms. */
export const alarms: Migration = {
  name: '021-alarms',
  sql: `
create table heartbeat (
  name text primary key,
  since bigint not null,
  at bigint not null
);

create table alarm (
  name text primary key,
  sentence text not null,
  raised_at bigint not null
);
create index mails_by_sending on mail (sent_at);
`,
}
