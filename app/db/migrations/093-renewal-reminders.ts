import type { Migration } from './migration.ts'

/** Which members were reminded of the end of their membership. Another end is reminded of again. */
export const renewalReminders: Migration = {
  name: '093-renewal-reminders',
  sql: `
create table renewal_reminder (
  person_id text not null references person (id) on delete cascade,
  valid_to text not null,
  stage text not null,
  sent_at bigint not null,
  primary key (person_id, valid_to, stage),
  constraint renewal_reminder_stage_known check (stage in ('first', 'last'))
);
create index people_by_end_of_membership on person (valid_to) where valid_to is not null;
`,
}
