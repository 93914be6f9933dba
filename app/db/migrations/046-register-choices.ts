import type { Migration } from './migration.ts'

/** The list of people offers disciplines and countries without reading everyone. */
export const registerChoices: Migration = {
  name: '046-register-choices',
  sql: `
create index people_by_discipline on person (discipline);
create index people_by_country on person (country);
`,
}
