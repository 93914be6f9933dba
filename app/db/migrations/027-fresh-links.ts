import type { Migration } from './migration.ts'

/** When staff last sent somebody a fresh link to a question. */
export const freshLinks: Migration = {
  name: '027-fresh-links',
  sql: `
alter table confirmation add column resent_at bigint;
`,
}
