import type { Migration } from './migration.ts'

/** How the keys that lie outside of the database are known again, so that a machine with others is found at its start. */
export const siteKeys: Migration = {
  name: '026-site-keys',
  sql: `
create table site_key (
  name text primary key,
  fingerprint text not null,
  noted_at bigint not null
);
`,
}
