import type { Migration } from './migration.ts'

/** A reply that a person wrote must not say that a program generated it. */
export const lettersByPeople: Migration = {
  name: '118-letters-by-people',
  sql: `
alter table mail add column by_person integer;
`,
}
