import type { Migration } from './migration.ts'

/**
 * What the rules said about a case, with the version of the rulebook and the facts of that moment. The facts and reasons
 * are erased with the case; version and answers stay.
 */
export const judgements: Migration = {
  name: '073-judgements',
  sql: `
create table judgement (
  id text primary key,
  version_id text not null references rulebook_version (id),
  dossier_id text references dossier (id) on delete cascade,
  stage text not null,
  outcome text not null,
  answers text not null,
  facts text not null,
  reasons text not null,
  judged_at bigint not null,
  constraint judgement_outcome_is_known check (outcome in ('met', 'not-met', 'not-known'))
);
create index judgements_by_case on judgement (dossier_id, judged_at);
create index judgements_by_version on judgement (version_id);
`,
}
