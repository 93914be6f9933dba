import type { Migration } from './migration.ts'

/** Removals from the register that wait until another officer releases them, or until a delay is over. */
export const personRemovals: Migration = {
  name: '077-person-removals',
  sql: `
create table person_removal (
  person_id text primary key references person (id) on delete cascade,
  reason text not null,
  version bigint not null,
  proposed_by text references staff_user (id) on delete set null,
  proposed_at bigint not null,
  release_at bigint,
  constraint person_removal_has_a_reason check (reason <> '')
);
create index person_removals_by_officer on person_removal (proposed_by);
create index person_removals_by_release on person_removal (release_at);
`,
}
