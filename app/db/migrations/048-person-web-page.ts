import type { Migration } from './migration.ts'

/** A page about the person elsewhere, such as that of the institution, for the public page. */
export const personWebPage: Migration = {
  name: '048-person-web-page',
  sql: `
alter table person add column web_page text
  constraint person_web_page_is_filled check (web_page <> '');
`,
}
