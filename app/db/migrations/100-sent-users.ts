import type { Migration } from './migration.ts'

/** The accounts whose records were sent to a project, until they are removed from it. */
export const sentUsers: Migration = {
  name: '100-sent-users',
  sql: `
create table sent_user (
  project_id text not null,
  user_id text not null,
  primary key (project_id, user_id)
);
`,
}
