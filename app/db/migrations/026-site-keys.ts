import type { Migration } from './migration.ts'

/** Fingerprints of the keys stored outside the database, so that a machine with other keys is detected at startup. */
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
