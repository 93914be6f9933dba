import type { Migration } from './migration.ts'

/** The list of cases counts what is open and offers cycles and disciplines without reading the long rows. */
export const caseLists: Migration = {
  name: '038-case-lists',
  sql: `
create index open_dossiers on dossier (process, state, state_at, id) where ended_at is null;
create index dossiers_by_cycle on dossier (cycle, id);
create index dossiers_by_discipline on dossier (discipline, id);
`,
}
