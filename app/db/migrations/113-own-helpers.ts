import type { Migration } from './migration.ts'

/** Helpers, who use the own page of someone in the register with their own address, and their sessions. */
export const ownHelpers: Migration = {
  name: '113-own-helpers',
  sql: `
create table own_helper (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  name text not null,
  email text not null,
  named_from text,
  reason text,
  named_at bigint not null,
  proved_at bigint,
  ends_at bigint not null,
  reminded_at bigint,
  ended_at bigint,
  ended_by text,
  constraint own_helper_email_is_lower check (email = lower(email) and email <> ''),
  constraint own_helper_is_named_by_one check ((named_from is null) <> (reason is null)),
  constraint own_helper_ends_by_someone check ((ended_at is null) = (ended_by is null)),
  constraint own_helper_ends_known check (ended_by in ('person', 'office', 'helper', 'term', 'address'))
);
create unique index open_own_helpers on own_helper (person_id, email) where ended_at is null;
create index own_helpers_by_person on own_helper (person_id, named_at);
create index own_helpers_by_email on own_helper (email);
create index own_helpers_by_end on own_helper (ends_at);

alter table own_session add column helper_id text references own_helper (id) on delete cascade;
create index own_sessions_by_helper on own_session (helper_id);
`,
}
