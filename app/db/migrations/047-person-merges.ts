import type { Migration } from './migration.ts'

/** Two entries of the register that were one person, with everything that undoing the merge needs. */
export const personMerges: Migration = {
  name: '047-person-merges',
  sql: `
create table person_merge (
  id text primary key,
  kept_id text not null references person (id) on delete cascade,
  dropped_id text not null references person (id) on delete cascade,
  before text not null,
  kept_version integer not null,
  merged_at bigint not null,
  undone_at bigint,
  constraint person_merge_is_of_two check (kept_id <> dropped_id)
);
create index person_merges_by_kept on person_merge (kept_id);
create index person_merges_by_dropped on person_merge (dropped_id);
`,
}
