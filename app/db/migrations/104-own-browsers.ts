import type { Migration } from './migration.ts'

/** Browsers in which someone has signed in to an own page before. */
export const ownBrowsers: Migration = {
  name: '104-own-browsers',
  sql: `
create table own_browser (
  token_hash text primary key,
  email text not null,
  expires_at bigint not null,
  constraint own_browser_email_is_lower check (email = lower(email) and email <> '')
);
create index own_browsers_by_email on own_browser (email);
create index own_browsers_by_end on own_browser (expires_at);
`,
}
