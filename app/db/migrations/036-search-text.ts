import type { Migration } from './migration.ts'

/**
 * The text of what can be found, for excerpts and phrases; what kind of thing it is, to order it; and each of its words
 * with its sound, to find names in other spellings and words with a typing mistake.
 */
export const searchText: Migration = {
  name: '036-search-text',
  sql: `
alter table search_entry add column body text not null default '';
alter table search_entry add column details text not null default '';
alter table search_entry add column starts_on text;
alter table search_entry add column ends_on text;
alter table search_entry add column weight integer not null default 1;
`,
  sqlite: `
create table search_term (
  entry_id integer not null references search_entry (id) on delete cascade,
  term text not null,
  sound text not null,
  constraint search_term_is_one primary key (term, entry_id)
) without rowid;
create index search_terms_by_entry on search_term (entry_id);
create index search_terms_by_sound on search_term (sound, term);
`,
  postgres: `
create table search_term (
  entry_id bigint not null references search_entry (id) on delete cascade,
  term text collate "C" not null,
  sound text collate "C" not null,
  constraint search_term_is_one primary key (term, entry_id)
);
create index search_terms_by_entry on search_term (entry_id);
create index search_terms_by_sound on search_term (sound, term);
`,
  changesSearch: true,
}
