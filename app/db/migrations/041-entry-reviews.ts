import type { Migration } from './migration.ts'

/** Who asked for the review of an entry, who is to review it and how it ended; and the notes they wrote. */
export const entryReviews: Migration = {
  name: '041-entry-reviews',
  sql: `
create table entry_review (
  entry_id text primary key references entry (id) on delete cascade,
  requested_by text not null references staff_user (id) on delete cascade,
  reviewer_id text references staff_user (id) on delete set null,
  requested_at bigint not null,
  outcome text constraint entry_review_outcome_is_known check (outcome in ('approved', 'returned')),
  decided_by text references staff_user (id) on delete set null,
  decided_at bigint,
  constraint entry_review_is_decided_with_time check ((outcome is null) = (decided_at is null))
);
create index entry_reviews_by_requester on entry_review (requested_by, decided_at);
create index entry_reviews_by_reviewer on entry_review (reviewer_id);
create index entry_reviews_by_decider on entry_review (decided_by);

create table entry_review_note (
  id text primary key,
  entry_id text not null references entry (id) on delete cascade,
  version integer not null,
  kind text not null
    constraint entry_review_note_kind_is_known check (kind in ('requested', 'assigned', 'approved', 'returned')),
  note text not null,
  written_by text references staff_user (id) on delete set null,
  to_staff_id text references staff_user (id) on delete set null,
  written_at bigint not null
);
create index entry_review_notes_by_entry on entry_review_note (entry_id, written_at);
create index entry_review_notes_by_writer on entry_review_note (written_by);
create index entry_review_notes_by_receiver on entry_review_note (to_staff_id);
`,
}
