import type { Migration } from './migration.ts'

/** That user records are mirrored, and to which project. */
export const userMirror: Migration = {
  name: '099-user-mirror',
  sql: `
create table user_mirror (
  id integer primary key,
  project_id text not null,
  constraint one_user_mirror check (id = 1)
);
`,
}
