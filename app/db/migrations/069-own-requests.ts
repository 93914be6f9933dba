import type { Migration } from './migration.ts'

/** What people change about themselves: requests to the office, a new email address, and the ORCID iD. */
export const ownRequests: Migration = {
  name: '069-own-requests',
  sql: `
create table own_request (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  kind text not null,
  proposed text not null,
  state text not null default 'open',
  note text,
  requested_at bigint not null,
  decided_at bigint,
  decided_by text references staff_user (id) on delete set null,
  constraint own_request_kind_known check (kind in ('name', 'institution', 'photograph', 'erasure')),
  constraint own_request_state_known check (state in ('open', 'approved', 'refused', 'withdrawn')),
  constraint own_request_end_has_time check ((state = 'open') = (decided_at is null))
);
create unique index one_open_own_request on own_request (person_id, kind) where state = 'open';
create index own_requests_by_person on own_request (person_id, requested_at);
create index own_requests_by_state on own_request (state, requested_at);
create index own_requests_by_officer on own_request (decided_by);

create table own_email_change (
  person_id text primary key references person (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  old_code_hash text not null,
  new_code_hash text not null,
  tries integer not null default 0,
  expires_at bigint not null,
  constraint own_email_change_is_a_change check (old_email <> new_email),
  constraint own_email_change_tries_are_few check (tries between 0 and 5)
);
create index own_email_changes_by_new on own_email_change (new_email);

alter table person add column orcid text;
`,
}
