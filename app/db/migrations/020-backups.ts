import type { Migration } from './migration.ts'

/** Backups and their outcome; and that a restored site does not send email yet. */
export const backups: Migration = {
  name: '020-backups',
  sql: `
create table backup (
  id text primary key,
  path text not null,
  state text not null,
  slot bigint,
  made_by text not null,
  bytes bigint,
  row_count bigint,
  file_count bigint,
  problem text,
  busy_until bigint,
  begun_at bigint not null,
  ended_at bigint,
  removed_at bigint,
  drilled_at bigint,
  drill_problem text,
  constraint backup_state_known check (state in ('running', 'done', 'failed')),
  constraint backup_ends_when_it_ends check ((state = 'running') = (ended_at is null)),
  constraint done_backup_has_size check (state <> 'done' or bytes is not null)
);
create unique index one_backup_per_slot on backup (slot);
create index backups_by_time on backup (begun_at);

create table mail_hold (
  id integer primary key,
  since bigint not null,
  constraint one_mail_hold check (id = 1)
);
`,
}
