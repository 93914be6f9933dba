import type { Migration } from './migration.ts'

/** The picture that a person asks the office to show: sealed, until the request is decided. */
export const ownPhotographs: Migration = {
  name: '102-own-photographs',
  sql: `
create table own_photograph (
  request_id text primary key references own_request (id) on delete cascade,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  file_key text not null
);
create index own_photographs_by_sha256 on own_photograph (sha256);
`,
}
