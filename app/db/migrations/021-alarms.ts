import type { Migration } from './migration.ts'

/** Signs of life of what works by itself, and what is wrong until it is right again. */
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
