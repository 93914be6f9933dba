import type { Migration } from './migration.ts'

/**
 * What long lists would otherwise compute from all entries: the references of live versions, maintained by the database
 * itself, and the words of the audit trail's details, which are removed with the details.
 */
export const lists: Migration = {
  name: '022-lists',
  sql: `
create table live_ref (
  kind text not null,
  target text not null,
  entry_id text not null references entry (id) on delete cascade,
  primary key (kind, target, entry_id)
);
create index live_refs_by_entry on live_ref (entry_id);
insert into live_ref (kind, target, entry_id)
  select ref.kind, ref.target, ref.entry_id from entry
  join entry_version_ref as ref on ref.entry_id = entry.id and ref.number = entry.live_version;

create index audit_lines on audit_entry (seq, action, at, actor, subject);
`,
  // These values are close enough for earlier entries; from now on the application writes the words.
  sqlite: `
create trigger live_refs_follow_entry after update of live_version on entry
when new.live_version is not old.live_version
begin delete from live_ref where entry_id = new.id; insert into live_ref (kind, target, entry_id)
  select kind, target, entry_id from entry_version_ref where entry_id = new.id and number = new.live_version; end;
create trigger live_refs_follow_version after insert on entry_version_ref
begin insert or ignore into live_ref (kind, target, entry_id)
  select new.kind, new.target, id from entry where id = new.entry_id and live_version = new.number; end;

create virtual table audit_words using fts5 (
  words, detail = none, tokenize = 'ascii tokenchars ''.@:/_-''', prefix = '1 2 3'
);
insert into audit_words (audit_words, rank) values ('secure-delete', 1);
insert into audit_words (rowid, words) select seq, body from audit_detail;
create trigger audit_words_go_with_details after delete on audit_detail
begin delete from audit_words where rowid = old.seq; end;
`,
  postgres: `
create function refresh_live_refs() returns trigger language plpgsql as $$
begin delete from live_ref where entry_id = new.id; insert into live_ref (kind, target, entry_id)
  select kind, target, entry_id from entry_version_ref where entry_id = new.id and number = new.live_version; return null; end $$;
create trigger live_refs_follow_entry after update of live_version on entry
  for each row when (new.live_version is distinct from old.live_version) execute function refresh_live_refs();
create function add_live_refs() returns trigger language plpgsql as $$
begin insert into live_ref (kind, target, entry_id)
  select added.kind, added.target, added.entry_id from added
  join entry on entry.id = added.entry_id and entry.live_version = added.number
  on conflict do nothing; return null; end $$;
create trigger live_refs_follow_version after insert on entry_version_ref
  referencing new table as added for each statement execute function add_live_refs();

create table audit_words (
  seq bigint primary key references audit_detail (seq) on delete cascade,
  words tsvector not null
);
insert into audit_words (seq, words)
  select seq, array_to_tsvector(array(
    select left(word, 60) from regexp_split_to_table(lower(body), '[^[:alnum:]]+') as word where word <> ''
    union
    select left(word, 60) from regexp_split_to_table(lower(body), '[^[:alnum:].@:/_-]+') as word where word <> ''
  )) from audit_detail;
create index audit_words_by_word on audit_words using gin (words) with (gin_pending_list_limit = 256);
`,
}
