import type { Migration } from './migration.ts'

/** Who signs certificates, and their scanned signatures. A picture stays as long as a certificate shows it. */
export const signingOfficers: Migration = {
  name: '080-signing-officers',
  sql: `
create table signature_picture (
  sha256 text primary key,
  jpeg text not null,
  created_at bigint not null
);
create table signing_officer (
  slot integer primary key,
  name text not null,
  office text not null,
  signature text references signature_picture (sha256),
  updated_at bigint not null,
  constraint two_signing_officers check (slot in (1, 2))
);
`,
}
