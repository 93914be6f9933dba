import type { Migration } from './migration.ts'

/** How to reach a person, apart from what the public register shows. */
export const personContacts: Migration = {
  name: '043-person-contacts',
  sql: `
create table person_contact (
  person_id text primary key references person (id) on delete cascade,
  email text constraint person_contact_email_is_lower check (email = lower(email) and email <> ''),
  email_proved_at bigint,
  phone text constraint person_contact_phone_is_filled check (phone <> ''),
  postal_address text constraint person_contact_address_is_filled check (postal_address <> ''),
  updated_at bigint not null,
  version integer not null default 1,
  constraint person_contact_proves_an_email check (email_proved_at is null or email is not null)
);
create index person_contacts_by_email on person_contact (email);
`,
}
