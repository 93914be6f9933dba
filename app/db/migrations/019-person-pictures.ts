import type { Migration } from './migration.ts'

/** The photograph of a fellow, shown while the fellow is listed. */
export const personPictures: Migration = {
  name: '019-person-pictures',
  sql: `
alter table person add column picture_id text references file (id) on delete set null;
create index people_by_picture on person (picture_id) where picture_id is not null;
`,
}
