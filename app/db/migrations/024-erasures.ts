import type { Migration } from './migration.ts'

/**
 * What was erased, by ids and by hashes of addresses that only this site can compute, so that a restored backup erases
 * it again. The key is the site's own and is part of its backups.
 */
export const erasures: Migration = {
  name: '024-erasures',
  sql: `
create table erasure (
  id text primary key,
  at bigint not null,
  kind text not null,
  key text not null,
  state text,
  ended_at bigint,
  constraint erasure_kind_known check (kind in ('address', 'case', 'enquiry', 'subscriber', 'person')),
  constraint erasure_of_case_has_end check ((kind = 'case') = (state is not null) and (state is null) = (ended_at is null))
);

create table erasure_key (
  id integer primary key,
  key text not null,
  constraint erasure_key_is_one check (id = 1)
);
`,
  sqlite: `insert into erasure_key (id, key) values (1, lower(hex(randomblob(32))));`,
  postgres: `insert into erasure_key (id, key)
values (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));`,
}
