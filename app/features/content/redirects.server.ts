import type { Db } from '#db/tables.ts'
import { isLocalPath, isSameSection, splitTail } from './redirects.ts'

/** Addresses that were given up, and where they lead. */

/** Where an address leads today that was given up, itself or with the entry that it hangs below. */
export async function findRedirect(db: Db, path: string): Promise<string | undefined> {
  const below = splitTail(path)
  const rows = await db
    .selectFrom('redirect')
    .select(['from_path', 'to_path'])
    .where('from_path', 'in', below ? [path, below.above] : [path])
    .execute()
  const own = rows.find(({ from_path }) => from_path === path)?.to_path
  const above = rows.find(({ from_path }) => from_path === below?.above)?.to_path
  const to = own ?? (below && above && isSameSection(above, below.above) ? above + below.tail : undefined)
  return to !== undefined && isLocalPath(to) ? to : undefined
}

/** Chains are shortened and circles cannot arise: an address that is used again leads nowhere else. */
export async function leaveRedirect(db: Db, from: string, to: string, now: Date): Promise<void> {
  await db.deleteFrom('redirect').where('from_path', '=', to).execute()
  await db.updateTable('redirect').set({ to_path: to }).where('to_path', '=', from).execute()
  const created_at = now.getTime()
  await db
    .insertInto('redirect')
    .values({ from_path: from, to_path: to, created_at })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ to_path: to, created_at }))
    .execute()
}
