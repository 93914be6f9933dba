import type { Migration } from './migration.ts'

export const staff: Migration = {
  name: '002-staff',
  sql: `
create table staff_user (
  id text primary key,
  email text not null,
  name text not null,
  phone text not null,
  photo_url text,
  requested_role text not null,
  role text,
  state text not null,
  email_verified_at bigint,
  failures integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint staff_state_known check (state in ('pending', 'active', 'disabled')),
  constraint staff_role_known check (role in ('editor', 'admin')),
  constraint requested_role_known check (requested_role in ('editor', 'admin')),
  constraint active_staff_has_role check (state <> 'active' or role is not null),
  constraint pending_staff_has_no_role check (state <> 'pending' or role is null),
  constraint staff_email_is_lower_case check (email = lower(email))
);
create unique index one_account_per_email on staff_user (email);

create table staff_credential (
  id text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  short_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index one_credential_per_account on staff_credential (provider_id, account_id);

create table staff_session (
  id text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  token_hash text not null,
  second_factor_at bigint,
  ip_address text,
  user_agent text,
  last_seen_at bigint not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index one_session_per_token on staff_session (token_hash);
create index sessions_by_user on staff_session (user_id);

create table staff_challenge (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index challenges_by_identifier on staff_challenge (identifier);

create table staff_passkey (
  id text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up_at bigint,
  transports text,
  aaguid text,
  created_at bigint not null
);
create unique index one_passkey_per_credential on staff_passkey (credential_id);
create index passkeys_by_user on staff_passkey (user_id);

create table staff_totp (
  user_id text primary key references staff_user (id) on delete cascade,
  secret text not null,
  confirmed_at bigint,
  last_used_step bigint not null
);

create table staff_recovery_code (
  user_id text not null references staff_user (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table staff_device (
  token_hash text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  expires_at bigint not null
);

create table staff_link (
  token_hash text primary key,
  purpose text not null,
  user_id text references staff_user (id) on delete cascade,
  email text not null,
  role text,
  made_by text,
  expires_at bigint not null,
  used_at bigint,
  created_at bigint not null,
  constraint link_purpose_known check (purpose in ('verify', 'reset', 'invite', 'first-admin', 'sign-in'))
);
create index links_by_email on staff_link (purpose, email);

create table throttle (
  subject text primary key,
  tries integer not null,
  window_ends_at bigint not null
);

create table audit_entry (
  seq bigint primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  details_hash text not null,
  previous_hash text not null,
  hash text not null
);
create index audit_entries_by_subject on audit_entry (subject, seq);
create index audit_entries_by_actor on audit_entry (actor, seq);

create table audit_detail (
  seq bigint primary key references audit_entry (seq),
  salt text not null,
  body text not null
);

create table audit_head (
  id integer primary key,
  seq bigint not null,
  hash text not null,
  constraint one_audit_head check (id = 1)
);
insert into audit_head (id, seq, hash) values (1, 0, '');

create table mail (
  id text primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  message_id text not null,
  queued_at bigint not null,
  sent_at bigint,
  failed_at bigint,
  error text
);
create index mails_by_time on mail (queued_at);
`,
}
