import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { pathOf } from '#features/content/addresses/refs.ts'
import type { Outcome } from '#outcome.ts'
import {
  applyChange,
  listsOf,
  menuOf,
  rowsOf,
  type MenuChange,
  type MenuRefusal,
  type MenuRow,
} from './menu.ts'
import { readMenus } from './queries.server.ts'

export type ChangeMenuRefusal = MenuRefusal | 'leads-nowhere'

type ChangeRequest = Exclude<MenuChange, { do: 'add' }> | Omit<Extract<MenuChange, { do: 'add' }>, 'item'>

/** Someone else has changed the menu since; the change applied to the current menu is included. */
type MenuConflict = {
  ok: false
  reason: 'conflict'
  differing: { label: string; mine: string; theirs: string }[]
}

/** The menu after a change: what a message says about it, and what an undo has to name. */
interface ChangedMenu {
  /** Which entry was moved, renamed or added. */
  item?: string
  rows: MenuRow[]
  shownHash: string
  canUndo: boolean
}

/** Makes one change to the menu and remembers the previous state. */
export function changeMenu(
  db: Db,
  actor: Actor,
  shownHash: string,
  requested: ChangeRequest,
  now: Date,
): Promise<Outcome<ChangeMenuRefusal, ChangedMenu> | MenuConflict> {
  const change: MenuChange = requested.do === 'add' ? { ...requested, item: newId() } : requested
  return inTransaction(db, async (db) => {
    await lockWork(db, 'menu')
    const menus = await readMenus(db)
    const changed = applyChange(menuOf(menus.now), change)
    if (!changed.ok) return changed
    if (change.do === 'add' && (await listDeadPaths(db, [pathOf(change.href)])).size > 0)
      return { ok: false, reason: 'leads-nowhere' }
    const conflict = conflictIn(menus, shownHash, rowsOf(changed.menu))
    if (conflict) return conflict
    await putMenu(db, actor, menus.now, rowsOf(changed.menu), now)
    const done = await readChanged(db)
    return change.do === 'reset' || change.do === 'remove' ? done : { ...done, item: change.item }
  })
}

/** Restores the menu before the last change; doing so twice leaves it as it is. */
export function undoMenuChange(
  db: Db,
  actor: Actor,
  shownHash: string,
  now: Date,
): Promise<Outcome<never, ChangedMenu> | MenuConflict> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'menu')
    const menus = await readMenus(db)
    const conflict = conflictIn(menus, shownHash, menus.before)
    if (conflict) return conflict
    await putMenu(db, actor, menus.now, menus.before, now)
    return readChanged(db)
  })
}

/** Under the lock of the change, so that it is this change that an undo takes back. */
async function readChanged(db: Db) {
  const { now: rows, shownHash, canUndo } = await readMenus(db)
  return { ok: true as const, rows, shownHash, canUndo }
}

function conflictIn(
  menus: Awaited<ReturnType<typeof readMenus>>,
  shownHash: string,
  wanted: MenuRow[],
): MenuConflict | undefined {
  if (menus.shownHash === shownHash) return undefined
  const theirs = wordsOf(menus.now)
  const differing = Object.entries(wordsOf(wanted))
    .map(([label, mine]) => ({ label, mine, theirs: theirs[label] ?? '' }))
    .filter(({ mine, theirs }) => mine !== theirs)
  return { ok: false, reason: 'conflict', differing }
}

async function putMenu(db: Db, actor: Actor, before: MenuRow[], after: MenuRow[], now: Date) {
  const changes = differenceOf(wordsOf(before), wordsOf(after))
  if (Object.keys(changes).length === 0) return
  await db.deleteFrom('menu_item').execute()
  const rows = [
    ...before.map((row) => ({ menu: 'before' as const, ...row })),
    ...after.map((row) => ({ menu: 'now' as const, ...row })),
  ]
  if (rows.length > 0) await db.insertInto('menu_item').values(rows).execute()
  await record(db, actor, 'menu.changed', 'menu', { changes }, now)
  await raiseContentVersion(db, now)
}

/** The labels of each list, by its name in the specification. */
function wordsOf(rows: MenuRow[]): Record<string, string> {
  const lists = listsOf(menuOf(rows))
  return Object.fromEntries(
    lists.map(({ key, nodes }) => [
      specifiedLabels.get(key) ?? key,
      nodes.map(({ label, href, extra }) => (extra ? `${label} (${href})` : label)).join(' · '),
    ]),
  )
}

const specifiedLabels = new Map(listsOf(menuOf([])).map(({ key, label }) => [key, label]))
