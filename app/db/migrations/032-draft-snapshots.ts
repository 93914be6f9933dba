import type { Migration } from './migration.ts'

/**
 * A write to a working copy names the revision it has seen, so that two tabs or devices cannot overwrite each other.
 * What is replaced goes into a snapshot.
 */
export const draftSnapshots: Migration = {
  name: '032-draft-snapshots',
  sql: `
alter table working_copy add column revision text not null default 'first';
alter table working_copy add column page_id text not null default '';
alter table working_copy add column raw text not null default '{}';
alter table working_copy add column snapshot_at bigint not null default 0;

create table working_copy_snapshot (
  id text primary key,
  entry_id text not null references entry (id) on delete cascade,
  staff_id text not null references staff_user (id) on delete cascade,
  base_version integer not null,
  data text not null,
  raw text not null,
  typed_at bigint not null,
  conflicts text
);
create index snapshots_of_entry on working_copy_snapshot (entry_id, typed_at);
create index snapshots_of_staff on working_copy_snapshot (staff_id);
create index snapshots_by_age on working_copy_snapshot (typed_at);
`,
}
