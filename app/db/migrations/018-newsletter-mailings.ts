import type { Migration } from './migration.ts'

/** Issues of the newsletter on their way to subscribers; each subscriber gets each issue once. */
export const newsletterMailings: Migration = {
  name: '018-newsletter-mailings',
  sql: `
create table newsletter_mailing (
  id text primary key,
  entry_id text not null references entry (id) on delete cascade,
  started_at bigint not null,
  started_by text references staff_user (id) on delete set null,
  ended_at bigint,
  stopped_at bigint,
  constraint mailing_stopped_is_ended check (stopped_at is null or ended_at is not null)
);
create unique index one_open_mailing on newsletter_mailing (entry_id) where ended_at is null;
create index mailings_by_entry on newsletter_mailing (entry_id, started_at);

create table newsletter_letter (
  entry_id text not null references entry (id) on delete cascade,
  subscriber_id text not null references subscriber (id) on delete cascade,
  mail_id text not null,
  primary key (entry_id, subscriber_id)
);
create index newsletter_letters_by_subscriber on newsletter_letter (subscriber_id);

alter table mail add column unsubscribe_url text;
`,
}
