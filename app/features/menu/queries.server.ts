import type { Db } from '#db/tables.ts'
import type { MenuRow } from './menu.ts'

/** How staff changed the menu. One small table; every page asks for it. */
export function readMenuRows(db: Db, menu: 'now' | 'before' = 'now'): Promise<MenuRow[]> {
  return db
    .selectFrom('menu_item')
    .select(['list', 'item', 'position', 'label', 'href'])
    .where('menu', '=', menu)
    .orderBy('list')
    .orderBy('position')
    .execute()
}
