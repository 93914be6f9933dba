import type { Migration } from './migration.ts'

/** The day on which a photograph was taken, read from it before everything else about it is removed. */
export const daysOfPhotographs: Migration = {
  name: '091-days-of-photographs',
  sql: `
alter table file add column taken_on text;
alter table earlier_file add column taken_on text;
`,
}
