import type { Migration } from './migration.ts'

/** A review may end because a colleague deletes or unpublishes the entry, or discards its changes. */
export const endedReviews: Migration = {
  name: '114-ended-reviews',
  sql: `
alter table entry_review add column removed_by_move text
  constraint entry_review_removal_is_known check (removed_by_move in ('discard', 'archive', 'bin'));
`,
}
