import type { Migration } from './migration.ts'

export const foundation: Migration = {
  name: '001-foundation',
  sql: `
create table setting (
  name text primary key,
  value text not null,
  updated_at bigint not null
);

create table content_version (
  id integer primary key,
  version bigint not null,
  changed_at bigint not null,
  constraint one_content_version check (id = 1)
);
insert into content_version (id, version, changed_at) values (1, 1, 0);

create table entry (
  id text primary key,
  kind text not null,
  slug text not null,
  parent_id text references entry (id),
  position integer not null,
  state text not null,
  head_version integer not null,
  live_version integer,
  published_at bigint,
  sample_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint entry_state_known check (state in ('draft', 'in_review', 'scheduled', 'published', 'archived', 'binned')),
  constraint published_entry_has_live_version check (state <> 'published' or live_version is not null),
  constraint published_entry_has_time check (state <> 'published' or published_at is not null),
  constraint live_version_exists check (live_version is null or live_version between 1 and head_version)
);
create unique index one_slug_per_kind on entry (kind, slug);
create index entries_by_kind_and_state on entry (kind, state, position);
create index entries_by_parent on entry (parent_id);

create table entry_version (
  entry_id text not null references entry (id) on delete cascade,
  number integer not null,
  title text not null,
  data text not null,
  year integer,
  starts_on text,
  ends_on text,
  saved_at bigint not null,
  primary key (entry_id, number),
  constraint version_ends_after_start check (ends_on is null or starts_on is null or ends_on >= starts_on)
);

create table person (
  id text primary key,
  member_no text not null,
  fellow_no text,
  title text,
  given_name text not null,
  family_name text not null,
  sort_name text not null,
  search_name text not null,
  category text not null,
  grade text,
  since integer not null,
  elected_year integer,
  discipline text not null,
  specialisation text,
  institution text,
  city text,
  state text,
  country text not null,
  citation text,
  died_year integer,
  listed_at bigint,
  sample_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint person_category_known check (category in (
    'patron', 'benefactor', 'honorary', 'regular', 'life', 'student', 'associate', 'sessional', 'institutional'
  )),
  constraint person_grade_known check (grade in ('fellow', 'associate-fellow', 'honorary-fellow'))
);
create unique index one_person_per_member_no on person (member_no);
create unique index one_person_per_fellow_no on person (fellow_no);
create index life_list on person (sort_name, id, search_name, discipline, country, since, category)
  where listed_at is not null and category in ('life', 'associate');
create index life_list_by_discipline on person (discipline)
  where listed_at is not null and category in ('life', 'associate');
create index life_list_by_country on person (country)
  where listed_at is not null and category in ('life', 'associate');
create index life_list_by_year on person (since)
  where listed_at is not null and category in ('life', 'associate');
create index fellow_list on person (sort_name, id, search_name, discipline, country, elected_year, grade, died_year)
  where listed_at is not null and grade is not null;

create table file (
  id text primary key,
  sha256 text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  sample_at bigint,
  created_at bigint not null,
  constraint picture_has_both_sides check ((width is null) = (height is null))
);
create index files_by_sha256 on file (sha256);

create table picture_variant (
  file_id text not null references file (id) on delete cascade,
  format text not null,
  width integer not null,
  height integer not null,
  sha256 text not null,
  bytes bigint not null,
  primary key (file_id, format, width),
  constraint picture_format_known check (format in ('avif', 'webp', 'jpeg'))
);
create index picture_variants_by_sha256 on picture_variant (sha256);

create table job (
  id text primary key,
  kind text not null,
  payload text not null,
  run_at bigint not null,
  attempts integer not null,
  leased_until bigint,
  leased_by text,
  done_at bigint,
  failed_at bigint,
  error text,
  created_at bigint not null,
  constraint job_ends_once check (done_at is null or failed_at is null)
);
create index jobs_waiting on job (run_at) where done_at is null and failed_at is null;
`,
  // The words arrive here normalised, so both engines only compare them.
  sqlite: `
create table search_entry (
  id integer primary key,
  subject text not null,
  subject_id text not null,
  title text not null,
  sort_key text not null,
  href text not null,
  summary text not null,
  section text not null,
  sample_at bigint
);
create unique index one_search_entry_per_subject on search_entry (subject, subject_id);
create virtual table search_words using fts5 (
  title, names, body, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '1 2 3'
);
create trigger search_words_go_with_entry after delete on search_entry
begin delete from search_words where rowid = old.id; end;
`,
  postgres: `
alter table person alter column sort_name type text collate "C";
create table search_entry (
  id bigint primary key generated by default as identity,
  subject text not null,
  subject_id text not null,
  title text not null,
  sort_key text not null,
  href text not null,
  summary text not null,
  section text not null,
  sample_at bigint
);
create unique index one_search_entry_per_subject on search_entry (subject, subject_id);
create table search_words (
  entry_id bigint primary key references search_entry (id) on delete cascade,
  title tsvector not null,
  names tsvector not null,
  everything tsvector not null
);
create index search_words_by_title on search_words using gin (title) with (gin_pending_list_limit = 256);
create index search_words_by_names on search_words using gin (names) with (gin_pending_list_limit = 256);
create index search_words_by_everything on search_words using gin (everything) with (gin_pending_list_limit = 256);
`,
}
