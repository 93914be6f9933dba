import type { Migration } from './migration.ts'

/** Messages to the office with everything done about them, and the newsletter subscribers. */
export const enquiries: Migration = {
  name: '013-enquiries',
  sql: `
create table enquiry (
  id text primary key,
  reference text not null,
  state text not null,
  version integer not null,
  name text not null,
  email text not null,
  subject text not null,
  body text not null,
  score integer not null,
  signs text not null,
  text_key text not null,
  flood_key text,
  assigned_to text references staff_user (id) on delete set null,
  received_at bigint not null,
  state_at bigint not null,
  closed_at bigint,
  spam_at bigint,
  constraint enquiry_state_known check (state in ('new', 'held', 'answered', 'closed')),
  constraint enquiry_closed_has_time check ((state = 'closed') = (closed_at is not null)),
  constraint enquiry_spam_is_closed check (spam_at is null or state = 'closed')
);
create unique index enquiries_by_reference on enquiry (reference);
create index enquiries_by_state on enquiry (state, received_at);
create index enquiries_by_text on enquiry (text_key, received_at);
create index enquiries_by_sender on enquiry (email);
create index enquiries_by_flood on enquiry (flood_key) where flood_key is not null;

create table enquiry_event (
  enquiry_id text not null references enquiry (id) on delete cascade,
  number integer not null,
  kind text not null,
  body text not null,
  made_by text references staff_user (id) on delete set null,
  made_at bigint not null,
  primary key (enquiry_id, number)
);

create table subscriber (
  id text primary key,
  email text not null,
  source text not null,
  asked_at bigint not null,
  letter_due_at bigint,
  confirmed_at bigint,
  constraint subscriber_source_known check (source in ('page', 'membership'))
);
create unique index subscribers_by_email on subscriber (email);
create index subscribers_by_letter on subscriber (letter_due_at) where letter_due_at is not null;

create table subscriber_link (
  token_hash text primary key,
  subscriber_id text not null references subscriber (id) on delete cascade,
  purpose text not null,
  expires_at bigint,
  constraint subscriber_link_purpose_known check (purpose in ('confirm', 'leave'))
);
create index subscriber_links_by_subscriber on subscriber_link (subscriber_id);
`,
}
