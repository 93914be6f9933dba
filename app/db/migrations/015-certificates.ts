import type { Migration } from './migration.ts'

/** Certificates of fellows and members; a certificate is deleted with its person. */
export const certificates: Migration = {
  name: '015-certificates',
  sql: `
create table certificate (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  kind text not null,
  number text not null,
  code text not null,
  statement text not null,
  valid_to text,
  issued_at bigint not null,
  revoked_at bigint,
  revoked_because text,
  replaced_by text,
  constraint certificate_kind_known check (kind in ('fellowship', 'membership')),
  constraint certificate_revoked_with_reason check ((revoked_at is null) = (revoked_because is null)),
  constraint certificate_replaced_is_revoked check (replaced_by is null or revoked_at is not null)
);
create unique index certificates_by_number on certificate (number);
create unique index certificates_by_code on certificate (code);
create unique index one_valid_certificate on certificate (person_id, kind) where revoked_at is null;
create index certificates_by_person on certificate (person_id, issued_at);
`,
}
