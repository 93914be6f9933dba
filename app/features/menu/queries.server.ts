import type { Db } from '#db/schema/tables.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import { menuOf, type MenuRow } from './menu.ts'

/** How staff changed the menu. One small table; every page reads it. */
export function readMenuRows(db: Db, menu: 'now' | 'before' = 'now'): Promise<MenuRow[]> {
  return db
    .selectFrom('menu_item')
    .select(['list', 'item', 'position', 'label', 'href'])
    .where('menu', '=', menu)
    .orderBy('list')
    .orderBy('position')
    .execute()
}

/** The menu, its state before the last change, and the hash of both, which returns with a change or an undo. */
export async function readMenus(db: Db) {
  const [now, before] = [await readMenuRows(db), await readMenuRows(db, 'before')]
  const canUndo = JSON.stringify(now) !== JSON.stringify(before)
  return { now, before, shownHash: shownHashOfMenus(now, before), canUndo }
}

export function shownHashOfMenus(now: MenuRow[], before: MenuRow[]): string {
  return shownHashOf([menuOf(now), menuOf(before)])
}
