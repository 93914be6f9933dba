import type { Migration } from './migration.ts'

/**
 * Forms that people have started, and the cases made from submitted ones. An unsubmitted form is sealed with a key that
 * is not in the database.
 */
export const cases: Migration = {
  name: '010-cases',
  sql: `
create table form_draft (
  id text primary key,
  form text not null,
  token_hash text not null,
  sealed text not null,
  version integer not null,
  begun_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null,
  sent_as text,
  constraint form_draft_form_known check (form in ('fellow', 'associate-fellow', 'membership'))
);
create unique index form_drafts_by_token on form_draft (token_hash);
create index form_drafts_by_end on form_draft (expires_at);

create table dossier (
  id text primary key,
  reference text not null,
  process text not null,
  state text not null,
  version integer not null,
  form_version integer not null,
  answers text not null,
  answers_hash text not null,
  subject_name text not null,
  subject_key text not null,
  sender_name text not null,
  sender_email text not null,
  institution text not null,
  discipline text not null,
  category text not null,
  cycle text not null,
  facts text not null,
  assigned_to text references staff_user (id) on delete set null,
  received_at bigint not null,
  state_at bigint not null,
  due_at bigint,
  ended_at bigint,
  hold_at bigint,
  erased_at bigint,
  person_id text references person (id) on delete set null,
  payment_key text,
  sample_at bigint,
  constraint dossier_process_known check (process in ('fellow', 'associate-fellow', 'membership')),
  constraint dossier_erased_after_end check (erased_at is null or ended_at is not null)
);
create unique index dossiers_by_reference on dossier (reference);
create unique index one_open_dossier on dossier (process, subject_key) where ended_at is null;
create index dossiers_by_state on dossier (process, state, state_at);
create index dossiers_by_payment on dossier (payment_key) where payment_key is not null;
create index dossiers_by_sender on dossier (sender_email);
create index dossiers_by_due on dossier (due_at) where due_at is not null;

create table dossier_move (
  dossier_id text not null references dossier (id) on delete cascade,
  number integer not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  made_by text not null,
  made_at bigint not null,
  facts text not null,
  primary key (dossier_id, number)
);

create table dossier_note (
  id text primary key,
  dossier_id text not null references dossier (id) on delete cascade,
  written_by text references staff_user (id) on delete set null,
  written_at bigint not null,
  body text not null
);
create index dossier_notes_by_dossier on dossier_note (dossier_id, written_at);

create table attachment (
  id text primary key,
  draft_id text references form_draft (id) on delete cascade,
  dossier_id text references dossier (id) on delete cascade,
  question text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 text not null,
  file_key text,
  created_at bigint not null,
  constraint attachment_has_one_owner check ((draft_id is null) <> (dossier_id is null)),
  constraint attachment_key_when_sent check ((dossier_id is null) = (file_key is null))
);
create index attachments_by_draft on attachment (draft_id);
create index attachments_by_dossier on attachment (dossier_id);

create table confirmation (
  id text primary key,
  dossier_id text not null references dossier (id) on delete cascade,
  purpose text not null,
  name text not null,
  email text not null,
  token_hash text not null,
  asked_at bigint not null,
  reminded_at bigint,
  expires_at bigint not null,
  answered_at bigint,
  answer text,
  wording text,
  confirmed_hash text,
  voided_at bigint,
  constraint confirmation_purpose_known check (
    purpose in ('consent', 'second', 'verify', 'correct', 'renew', 'answer', 'accept', 'status')
  ),
  constraint confirmation_answered_whole check ((answered_at is null) = (answer is null))
);
create unique index confirmations_by_token on confirmation (token_hash);
create index confirmations_by_dossier on confirmation (dossier_id, asked_at);

create table letter_wording (
  kind text primary key,
  subject text not null,
  body text not null,
  updated_at bigint not null,
  updated_by text references staff_user (id) on delete set null
);

alter table mail add column dossier_id text;
alter table mail add column bounced_at bigint;
alter table mail add column bounce_note text;
create index mail_by_dossier on mail (dossier_id) where dossier_id is not null;

alter table person add column valid_from text;
alter table person add column valid_to text;

create table reference_counter (
  series text not null,
  year integer not null,
  last integer not null,
  primary key (series, year)
);
`,
}
