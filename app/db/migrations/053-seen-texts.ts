import type { Migration } from './migration.ts'

/** An answer is bound to what that person saw, which may be less than the whole case. */
export const seenTexts: Migration = {
  name: '053-seen-texts',
  sql: `
alter table confirmation add column seen_hash text;
`,
}
