import type { Migration } from './migration.ts'

/**
 * From here on the state describes the newest version of an entry, and only the live version decides what visitors see:
 * something published can be rewritten while it stays on the site.
 */
export const content: Migration = {
  name: '003-content',
  sql: `
alter table entry add column publish_at bigint
  constraint scheduled_entry_has_time check (state <> 'scheduled' or publish_at is not null);
alter table entry add column unpublish_at bigint
  constraint hidden_entry_is_not_live check (state not in ('archived', 'binned') or live_version is null);
alter table entry add column binned_at bigint
  constraint binned_entry_has_time check ((state = 'binned') = (binned_at is not null));
alter table entry add column updated_by text
  constraint published_entry_is_live check (state <> 'published' or live_version = head_version);
drop index entries_by_kind_and_state;
create index entries_of_kind_by_change on entry (kind, updated_at);
create index live_entries_of_kind on entry (kind, position) where live_version is not null;
create index entries_to_publish on entry (publish_at) where state = 'scheduled';
create index entries_to_unpublish on entry (unpublish_at) where unpublish_at is not null;
create index entries_in_bin on entry (binned_at) where binned_at is not null;

alter table entry_version add column saved_by text;
alter table entry_version add column note text;

create table entry_version_ref (
  entry_id text not null,
  number integer not null,
  kind text not null,
  target text not null,
  primary key (entry_id, number, kind, target),
  foreign key (entry_id, number) references entry_version (entry_id, number) on delete cascade,
  constraint ref_kind_known check (kind in ('file', 'link'))
);
create index refs_by_target on entry_version_ref (kind, target);

create table working_copy (
  entry_id text not null references entry (id) on delete cascade,
  staff_id text not null references staff_user (id) on delete cascade,
  base_version integer not null,
  data text not null,
  saved_at bigint not null,
  primary key (entry_id, staff_id)
);

create table presence (
  entry_id text not null references entry (id) on delete cascade,
  staff_id text not null references staff_user (id) on delete cascade,
  seen_at bigint not null,
  primary key (entry_id, staff_id)
);

create table preview_link (
  token_hash text primary key,
  entry_id text not null references entry (id) on delete cascade,
  made_by text not null,
  expires_at bigint not null,
  created_at bigint not null
);
create index preview_links_by_entry on preview_link (entry_id);

create table redirect (
  from_path text primary key,
  to_path text not null,
  created_at bigint not null,
  constraint redirect_leads_elsewhere check (from_path <> to_path)
);
create index redirects_by_target on redirect (to_path);
`,
}
