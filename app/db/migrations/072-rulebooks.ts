import type { Migration } from './migration.ts'

/**
 * Rules of the Academy as data. A version is a draft until it is published, and never changes after that; there is at
 * most one draft of a rulebook.
 */
export const rulebooks: Migration = {
  name: '072-rulebooks',
  sql: `
create table rulebook (
  id text primary key,
  slug text not null constraint rulebook_slug_is_unique unique,
  name text not null constraint rulebook_name_is_filled check (name <> ''),
  subject text constraint rulebook_subject_is_filled check (subject <> ''),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index one_rulebook_of_a_subject on rulebook (subject) where subject is not null;

create table rulebook_version (
  id text primary key,
  rulebook_id text not null references rulebook (id),
  number integer not null,
  published_at bigint,
  note text constraint rulebook_version_note_is_filled check (note <> ''),
  created_at bigint not null,
  constraint rulebook_version_number_is_unique unique (rulebook_id, number)
);
create unique index one_draft_of_a_rulebook on rulebook_version (rulebook_id) where published_at is null;

create table academy_rule (
  id text primary key,
  version_id text not null references rulebook_version (id) on delete cascade,
  position integer not null,
  clause text not null constraint academy_rule_clause_is_filled check (clause <> ''),
  words text not null constraint academy_rule_words_are_filled check (words <> ''),
  check_name text not null,
  check_values text not null,
  stage text not null,
  grades text not null default '[]',
  valid_from text,
  valid_to text,
  examples text not null default '[]',
  sample_at bigint,
  revision integer not null default 1,
  constraint academy_rule_clause_is_unique unique (version_id, clause),
  constraint academy_rule_ends_after_start check (valid_to is null or valid_from is null or valid_to >= valid_from)
);
create index academy_rules_by_version on academy_rule (version_id, position);
`,
}
