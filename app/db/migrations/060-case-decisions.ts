import type { Migration } from './migration.ts'

/** Decisions that wait until another officer releases them, or until a delay is over. */
export const caseDecisions: Migration = {
  name: '060-case-decisions',
  sql: `
create table case_decision (
  dossier_id text primary key references dossier (id) on delete cascade,
  move text not null,
  typed text not null,
  recorded text not null,
  letters text not null,
  decided_by text references staff_user (id) on delete cascade,
  decided_at bigint not null,
  release_at bigint
);
create index case_decisions_by_officer on case_decision (decided_by);
create index case_decisions_by_release on case_decision (release_at);
`,
}
