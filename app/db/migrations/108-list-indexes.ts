import type { Migration } from './migration.ts'

/**
 * Indexes that again hold all that the long lists read. A case list also searches senders and institutions and asks for
 * the call, and without them in its index SQLite read the whole rows, with the long answers. The directories ask
 * whether someone is listed, and read the state of fellows. PostgreSQL stores long answers apart and limits the length
 * of an index entry, so it keeps its indexes.
 */
export const listIndexes: Migration = {
  name: '108-list-indexes',
  contracts: 'No release reads an index by its name, and every dropped one is made again, wider, at once.',
  sql: `
drop index open_dossiers;
create index open_dossiers on dossier (process, state, state_at, id, discipline, call_id, ended_at)
  where ended_at is null;
create index open_dossiers_by_assignee on dossier (assigned_to, state_at, id)
  where ended_at is null and assigned_to is not null;
`,
  sqlite: `
drop index dossiers_for_lists;
create index dossiers_for_lists on dossier (
  process, cycle, state, state_at, ended_at, received_at, decided_at, due_at, assigned_to, discipline, category,
  gender, reference, subject_name, version, hold_at, sample_at, id, call_id,
  subject_key, sender_name, sender_email, institution
);
drop index life_list;
create index life_list on person (sort_name, id, search_name, discipline, country, since, category, listed_at)
  where listed_at is not null and category in ('life', 'associate');
drop index fellow_list;
create index fellow_list on person (
  sort_name, id, search_name, discipline, country, state, elected_year, grade, died_year, listed_at
) where listed_at is not null and grade is not null;
`,
}
