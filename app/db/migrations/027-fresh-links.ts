import type { Migration } from './migration.ts'

/** When staff last sent a new link to a confirmation request. */
export const freshLinks: Migration = {
  name: '027-fresh-links',
  sql: `
alter table confirmation add column resent_at bigint;
`,
}
