import type { Migration } from './migration.ts'

/** What editors saved of an entry to start others from. They are no entries: nothing lists, searches or publishes them. */
export const entryTemplates: Migration = {
  name: '105-entry-templates',
  sql: `
create table entry_template (
  id text primary key,
  kind text not null,
  name text not null,
  data text not null,
  saved_at bigint not null,
  saved_by text references staff_user (id) on delete set null,
  removed_at bigint
);
create unique index one_template_of_a_name on entry_template (kind, name) where removed_at is null;
create index entry_templates_by_staff on entry_template (saved_by);
`,
}
