import type { Migration } from './migration.ts'

/** Rules that were deleted from a draft, as long as it is a draft, so that they can be restored. */
export const removedRules: Migration = {
  name: '095-removed-rules',
  sql: `
create table removed_rule (
  id text primary key,
  version_id text not null references rulebook_version (id) on delete cascade,
  removed text not null,
  removed_at bigint not null
);
create index removed_rules_by_version on removed_rule (version_id);
`,
}
