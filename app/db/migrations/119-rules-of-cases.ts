import type { Migration } from './migration.ts'

/**
 * Since when the rules that judge a case count, what the office has entered for them, and of a judgement the move it was
 * stored for and where its facts come from. Cases from before are judged by the rules of the day they were received.
 */
export const rulesOfCases: Migration = {
  name: '119-rules-of-cases',
  sql: `
alter table dossier add column rules_at bigint;

alter table judgement add column move text;
alter table judgement add column origins text not null default '{}';

create table case_fact (
  dossier_id text not null references dossier (id) on delete cascade,
  name text not null,
  value text not null,
  source text not null constraint case_fact_source_is_filled check (source <> ''),
  entered_by text references staff_user (id) on delete set null,
  entered_at bigint not null,
  removed_at bigint,
  primary key (dossier_id, name)
);
create index case_facts_by_officer on case_fact (entered_by);
`,
}
