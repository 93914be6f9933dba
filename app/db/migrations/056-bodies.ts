import type { Migration } from './migration.ts'

/**
 * Committees, councils, sections and electorates, and who belongs to them from which day to which. A term that was
 * entered by mistake is withdrawn with a reason, never deleted.
 */
export const bodies: Migration = {
  name: '056-bodies',
  sql: `
create table body (
  id text primary key,
  slug text not null constraint body_slug_is_unique unique,
  name text not null constraint body_name_is_filled check (name <> ''),
  kind text not null,
  purpose text constraint body_purpose_is_filled check (purpose <> ''),
  quorum text constraint body_quorum_is_filled check (quorum <> ''),
  public_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  version integer not null default 1,
  constraint body_kind_is_known check (kind in ('committee', 'council', 'section', 'electorate'))
);

create table body_term (
  id text primary key,
  body_id text not null references body (id),
  person_id text references person (id) on delete set null,
  staff_id text references staff_user (id) on delete set null,
  name text not null constraint body_term_name_is_filled check (name <> ''),
  office text constraint body_term_office_is_filled check (office <> ''),
  institution text constraint body_term_institution_is_filled check (institution <> ''),
  email text constraint body_term_email_is_lower check (email = lower(email) and email <> ''),
  post text not null,
  starts_on text not null,
  ends_on text,
  position integer not null default 0,
  entry_id text,
  recorded_at bigint not null,
  withdrawn_at bigint,
  withdrawn_because text,
  constraint body_term_post_is_known check (post in ('chair', 'deputy', 'secretary', 'member')),
  constraint body_term_ends_after_start check (ends_on is null or ends_on >= starts_on),
  constraint body_term_is_withdrawn_for_a_reason check ((withdrawn_at is null) = (withdrawn_because is null))
);
create index body_terms_by_body on body_term (body_id, starts_on);
create index body_terms_by_person on body_term (person_id);
create index body_terms_by_staff on body_term (staff_id);
create index body_terms_by_email on body_term (email);
`,
}
