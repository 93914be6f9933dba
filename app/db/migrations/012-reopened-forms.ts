import type { Migration } from './migration.ts'

/** A case that goes back for correction: the form again, with its previous answers preserved. */
export const reopenedForms: Migration = {
  name: '012-reopened-forms',
  sql: `
alter table form_draft add column dossier_id text references dossier (id) on delete cascade;
alter table form_draft add column confirmation_id text references confirmation (id) on delete cascade;
create index form_drafts_by_dossier on form_draft (dossier_id) where dossier_id is not null;

create table dossier_text (
  dossier_id text not null references dossier (id) on delete cascade,
  answers_hash text not null,
  answers text not null,
  replaced_at bigint not null,
  primary key (dossier_id, answers_hash)
);
`,
}
