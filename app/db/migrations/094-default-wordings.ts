import type { Migration } from './migration.ts'

/** Which default text an administrator replaced with their own, to notice when the default changes. */
export const defaultWordings: Migration = {
  name: '094-default-wordings',
  sql: `
alter table letter_wording add column default_hash text;
`,
}
