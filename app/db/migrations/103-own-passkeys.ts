import type { Migration } from './migration.ts'

/** Passkeys that open the own page of their person, and the challenges that browsers are to sign with them. */
export const ownPasskeys: Migration = {
  name: '103-own-passkeys',
  sql: `
create table own_passkey (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  email text not null,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  created_at bigint not null,
  used_at bigint,
  constraint own_passkey_email_is_lower check (email = lower(email) and email <> '')
);
create index own_passkeys_by_person on own_passkey (person_id, created_at);
create index own_passkeys_by_email on own_passkey (email);

create table own_challenge (
  browser_hash text primary key,
  person_id text references person (id) on delete cascade,
  challenge text not null,
  expires_at bigint not null
);
create index own_challenges_by_person on own_challenge (person_id);
create index own_challenges_by_end on own_challenge (expires_at);
`,
}
