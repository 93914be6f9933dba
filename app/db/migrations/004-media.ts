import type { Migration } from './migration.ts'

export const media: Migration = {
  name: '004-media',
  sql: `
alter table file add column original_sha256 text;
alter table file add column alt text not null default '';
alter table file add column caption text not null default '';
alter table file add column credit text not null default '';
alter table file add column focus_x integer not null default 50;
alter table file add column focus_y integer not null default 50;
alter table file add column crop_left integer;
alter table file add column crop_top integer;
alter table file add column crop_width integer;
alter table file add column crop_height integer;
alter table file add column pages integer;
alter table file add column cover_id text;
alter table file add column removed_at bigint;
create index files_by_original on file (original_sha256);
create index files_by_time on file (created_at, id);

create table earlier_file (
  id text primary key,
  file_id text not null references file (id) on delete cascade,
  sha256 text not null,
  original_sha256 text,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  pages integer,
  replaced_at bigint not null
);
create index earlier_files_by_file on earlier_file (file_id, replaced_at);
create index earlier_files_by_sha256 on earlier_file (sha256);

create table leftover (
  sha256 text not null,
  format text not null,
  bytes bigint not null,
  remove_at bigint not null,
  primary key (sha256, format)
);

create table upload (
  id text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  name text not null,
  bytes bigint not null,
  received bigint not null,
  replaces text references file (id) on delete cascade,
  file_id text references file (id) on delete cascade,
  busy_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  constraint upload_not_beyond_its_size check (received between 0 and bytes)
);
create index uploads_by_user on upload (user_id);
`,
}
