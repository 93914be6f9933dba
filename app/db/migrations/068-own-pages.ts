import type { Migration } from './migration.ts'

/** The codes and sessions by which people in the register open their own page. They share nothing with staff sessions. */
export const ownPages: Migration = {
  name: '068-own-pages',
  sql: `
create table own_code (
  id text primary key,
  browser_hash text not null unique,
  email text not null,
  code_hash text,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  constraint own_code_email_is_lower check (email = lower(email) and email <> ''),
  constraint own_code_tries_are_few check (tries between 0 and 5)
);
create index own_codes_by_email on own_code (email);
create index own_codes_by_end on own_code (expires_at);

create table own_session (
  id text primary key,
  token_hash text not null unique,
  person_id text references person (id) on delete cascade,
  email text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  constraint own_session_email_is_lower check (email = lower(email) and email <> '')
);
create index own_sessions_by_person on own_session (person_id);
create index own_sessions_by_email on own_session (email);
create index own_sessions_by_end on own_session (expires_at);

create index dossiers_by_person on dossier (person_id) where person_id is not null;
`,
}
