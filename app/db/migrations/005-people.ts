import type { Migration } from './migration.ts'

/** The register as staff work on it, and lists of people that are imported into it. */
export const people: Migration = {
  name: '005-people',
  // These values are close enough until a person is saved again; a new site has nobody yet.
  sql: `
alter table person add column version integer not null default 1;
alter table person add column binned_at bigint
  constraint binned_person_is_unlisted check (binned_at is null or listed_at is null);
alter table person add column listed_before_bin_at bigint;
alter table person add column number_key text not null default '';
alter table person add column search_all text not null default '';
update person set
  number_key = lower(member_no),
  search_all = search_name || lower(replace(member_no, '-', ' ')) || ' ' || lower(coalesce(institution, '')) || ' ';
create index people_by_number on person (number_key, id);
create index people_by_joining on person (since, id);
create index people_by_change on person (updated_at, id);
create index people_in_bin on person (binned_at) where binned_at is not null;

create table people_import (
  id text primary key,
  file_name text not null,
  state text not null,
  headings text not null,
  mapping text,
  row_count integer not null,
  done_count integer not null,
  added integer not null,
  updated integer not null,
  skipped integer not null,
  failed integer not null,
  kept integer not null,
  actor text not null,
  problem text,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  constraint people_import_state_known check (state in (
    'reading', 'mapping', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'refused'
  ))
);
create index people_imports_by_time on people_import (created_at);

create table people_import_row (
  import_id text not null references people_import (id) on delete cascade,
  number integer not null,
  cells text not null,
  person text,
  problem text,
  match_id text,
  match_kind text,
  decision text,
  result text,
  person_id text,
  before text,
  after_version integer,
  primary key (import_id, number),
  constraint people_import_match_known check (match_kind in ('number', 'name')),
  constraint people_import_decision_known check (decision in ('skip', 'update', 'add')),
  constraint people_import_result_known check (result in (
    'added', 'updated', 'skipped', 'failed', 'removed', 'put-back', 'binned', 'kept'
  ))
);
create index people_import_rows_by_person on people_import_row (person_id) where person_id is not null;
create index people_import_rows_to_decide on people_import_row (import_id, match_kind, number)
  where match_kind is not null;
create index people_import_rows_wrong on people_import_row (import_id, number) where problem is not null;
`,
  // This index covers all that a list needs in SQLite. PostgreSQL limits the length of an index entry and reads the
  // table fast enough.
  sqlite: `
create index roll on person (
  sort_name, id, search_all, category, grade, discipline, country, listed_at, died_year, binned_at
);
`,
  postgres: `
alter table person alter column number_key type text collate "C";
create index roll on person (sort_name, id);
`,
}
