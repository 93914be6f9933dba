import type { Migration } from './migration.ts'

/** A decision that waits stays when the account of its officer is deleted. SQLite cannot change a constraint in place. */
export const decisionsOutliveAccounts: Migration = {
  name: '090-decisions-outlive-accounts',
  sql: `
create table case_decision_next (
  dossier_id text primary key references dossier (id) on delete cascade,
  move text not null,
  typed text not null,
  recorded text not null,
  letters text not null,
  decided_by text references staff_user (id) on delete set null,
  decided_by_name text,
  decided_at bigint not null,
  release_at bigint
);
insert into case_decision_next
    (dossier_id, move, typed, recorded, letters, decided_by, decided_by_name, decided_at, release_at)
  select dossier_id, move, typed, recorded, letters, decided_by,
    (select name from staff_user where staff_user.id = decided_by), decided_at, release_at
  from case_decision;
drop table case_decision;
alter table case_decision_next rename to case_decision;
create index case_decisions_by_officer on case_decision (decided_by);
create index case_decisions_by_release on case_decision (release_at);
`,
}
