import type { Migration } from './migration.ts'

/**
 * How staff changed the menu; a list without rows is as in the specification. The menu before the last change is stored
 * beside it.
 */
export const menu: Migration = {
  name: '006-menu',
  sql: `
create table menu_item (
  menu text not null,
  list text not null,
  item text not null,
  position integer not null,
  label text,
  href text,
  primary key (menu, list, item),
  constraint menu_known check (menu in ('now', 'before')),
  constraint extra_item_has_label check (href is null or label is not null)
);
`,
}
