import type { Migration } from './migration.ts'

/**
 * How staff changed the menu, as far as they did; a list without rows is as the specification has it. What the menu
 * was before the last change is kept beside it.
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
