import type { Migration } from './migration.ts'

/** Who undoes an import, and since when. What a second officer decides about is proposed for removal. */
export const undoneImports: Migration = {
  name: '085-undone-imports',
  sql: `
alter table people_import add column undo_actor text;
alter table people_import add column undo_at bigint;
alter table people_import_row drop constraint people_import_result_known;
alter table people_import_row add constraint people_import_result_known check (result in (
  'added', 'updated', 'skipped', 'failed', 'removed', 'put-back', 'binned', 'kept', 'proposed'
));
`,
}
