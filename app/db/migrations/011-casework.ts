import type { Migration } from './migration.ts'

/**
 * What the office needs to work on cases: statistics and list filters read an index, because the answers make the rows
 * long; and bank statements, line by line.
 */
export const casework: Migration = {
  name: '011-casework',
  sql: `
alter table dossier add column gender text;
alter table dossier add column decided_at bigint;
alter table dossier add column hold_reason text;
create index dossiers_for_lists on dossier (
  process, cycle, state, state_at, ended_at, received_at, decided_at, due_at, assigned_to, discipline, category,
  gender, reference, subject_name, version, hold_at, sample_at, id
);
create index dossiers_by_subject on dossier (subject_key);

create table payment_import (
  id text primary key,
  file_name text not null,
  headings text not null,
  mapping text,
  created_by text references staff_user (id) on delete set null,
  created_at bigint not null
);

create table payment_line (
  id text primary key,
  import_id text not null references payment_import (id) on delete cascade,
  number integer not null,
  cells text not null,
  line_hash text,
  paid_on text,
  amount text,
  pay_number text,
  payer text,
  problem text,
  dossier_id text references dossier (id) on delete set null,
  settled_as text,
  settled_at bigint,
  settled_by text references staff_user (id) on delete set null,
  constraint payment_line_settled_known check (settled_as in ('matched', 'set-aside')),
  constraint payment_line_settled_whole check ((settled_as is null) = (settled_at is null))
);
create unique index payment_lines_by_number on payment_line (import_id, number);
create index payment_lines_by_hash on payment_line (line_hash, id) where line_hash is not null;
`,
}
