import type { Migration } from './migration.ts'

/**
 * Lists of entries are filtered, ordered and counted in these indexes alone, without reading rows with long texts. The
 * dashboards and the audit trail find their times and states in them.
 */
export const contentLists: Migration = {
  name: '008-content-lists',
  sql: `
drop index entries_of_kind_by_change;
create index entries_of_kind on entry (
  kind, updated_at, id, state, head_version, live_version, slug, parent_id
);
create index entries_by_state on entry (state, updated_at, id);
create index sample_entries on entry (sample_at) where sample_at is not null;
create index redirects_by_time on redirect (created_at, from_path);
create index failed_mails on mail (failed_at) where failed_at is not null;
create index audit_entries_by_time on audit_entry (at, action);
create index audit_entries_by_action on audit_entry (action, at);
`,
  // Without these statistics SQLite picks the unique index and reads a table row for each line.
  sqlite: `
create index version_lines on entry_version (entry_id, number, title, starts_on, year);
analyze entry_version;
delete from sqlite_stat1 where tbl = 'entry_version';
insert into sqlite_stat1 (tbl, idx, stat) values
  ('entry_version', 'version_lines', '100000 10 1 1 1 1'),
  ('entry_version', 'sqlite_autoindex_entry_version_1', '100000 10 1');
analyze sqlite_schema;
`,
  postgres: `
create index version_lines on entry_version (entry_id, number) include (title, starts_on, year);
`,
}
