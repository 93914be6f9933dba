import type { Migration } from './migration.ts'

/** Copies of the site that administrators request; their files stay beside the database for a day. */
export const siteCopy: Migration = {
  name: '007-site-copy',
  sql: `
create table site_copy (
  id text primary key,
  kind text not null,
  state text not null,
  done_count integer not null,
  total_count integer not null,
  bytes bigint,
  problem text,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  constraint site_copy_kind_known check (kind in ('archive', 'static')),
  constraint site_copy_state_known check (state in ('waiting', 'running', 'done', 'failed')),
  constraint site_copy_ends_once check ((ended_at is not null) = (state in ('done', 'failed')))
);
create unique index one_site_copy_at_a_time on site_copy (kind) where ended_at is null;
`,
}
