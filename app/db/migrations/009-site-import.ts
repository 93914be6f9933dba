import type { Migration } from './migration.ts'

/** Copies of a site that administrators upload for import; their files stay beside the database for a day. */
export const siteImport: Migration = {
  name: '009-site-import',
  sql: `
create table site_import (
  id text primary key,
  name text not null,
  bytes bigint not null,
  state text not null,
  done_count integer not null,
  total_count integer not null,
  holds text,
  problem text,
  actor text not null,
  busy_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  constraint site_import_state_known check (state in ('checking', 'checked', 'running', 'done', 'refused')),
  constraint site_import_ends_once check ((ended_at is not null) = (state in ('done', 'refused'))),
  constraint site_import_holds_something check (state in ('checking', 'refused') or holds is not null)
);
`,
}
