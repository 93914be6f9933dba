import type { Migration } from './migration.ts'

/** A note may also be written with a move that is no step of a review. SQLite cannot change a constraint in place. */
export const notesWithMoves: Migration = {
  name: '049-notes-with-moves',
  sql: `
create table entry_review_note_next (
  id text primary key,
  entry_id text not null references entry (id) on delete cascade,
  version integer not null,
  kind text not null
    constraint entry_review_note_kind_is_known
    check (kind in ('requested', 'assigned', 'approved', 'returned', 'noted')),
  note text not null,
  written_by text references staff_user (id) on delete set null,
  to_staff_id text references staff_user (id) on delete set null,
  written_at bigint not null
);
insert into entry_review_note_next (id, entry_id, version, kind, note, written_by, to_staff_id, written_at)
  select id, entry_id, version, kind, note, written_by, to_staff_id, written_at from entry_review_note;
drop table entry_review_note;
alter table entry_review_note_next rename to entry_review_note;
create index entry_review_notes_by_entry on entry_review_note (entry_id, written_at);
create index entry_review_notes_by_writer on entry_review_note (written_by);
create index entry_review_notes_by_receiver on entry_review_note (to_staff_id);
`,
}
