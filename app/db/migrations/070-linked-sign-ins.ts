import type { Migration } from './migration.ts'

/** Who at which sign-in provider is which account. */
export const linkedSignIns: Migration = {
  name: '070-linked-sign-ins',
  sql: `
create table staff_identity (
  id text primary key,
  user_id text not null references staff_user (id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  created_at bigint not null,
  last_used_at bigint
);
create unique index one_account_per_identity on staff_identity (issuer, subject);
create unique index one_identity_per_issuer on staff_identity (user_id, issuer);
`,
}
