import type { Migration } from './migration.ts'

/** Nominations for awards are cases too. One person may have an open nomination for each of several awards. */
export const awardNominations: Migration = {
  name: '074-award-nominations',
  sql: `
alter table form_draft drop constraint form_draft_form_known;
alter table form_draft add constraint form_draft_form_known
  check (form in ('fellow', 'associate-fellow', 'award', 'membership'));
alter table dossier drop constraint dossier_process_known;
alter table dossier add constraint dossier_process_known
  check (process in ('fellow', 'associate-fellow', 'award', 'membership'));
drop index one_open_dossier;
create unique index one_open_dossier
  on dossier (process, subject_key, (case when process = 'award' then category else '' end))
  where ended_at is null and subject_confirmed_at is not null;
`,
}
