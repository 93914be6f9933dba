import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, saveEntry } from '#features/content/entry/operations.server.ts'

/** Issues of the newsletter and their readers, for tests. */

const issueData = {
  title: 'Sample newsletter',
  volume: 3,
  number: 1,
  period: 'January 1995',
  releasedOn: '1995-01-01',
  summary: 'What happened.',
  contents: [{ title: 'On lamps', author: 'A. Sample' }, { title: 'On tides' }],
}

/** A published issue with the version that is live. */
export async function makeIssue(db: Db, admin: Actor, now: Date, changes: Partial<typeof issueData> = {}) {
  const data = { ...issueData, title: `Sample newsletter ${newId().slice(-6)}`, ...changes }
  const started = await beginEntry(db, admin, { kind: 'newsletter', title: data.title }, now)
  if (!started.ok) throw new Error(started.reason)
  const saved = await saveEntry(db, admin, { id: started.id, base: 1, data }, now)
  if (!saved.ok) throw new Error(saved.reason)
  const { id } = started
  const moved = await moveEntry(db, admin, { id, version: saved.version, move: 'publish' }, now)
  if (!moved.ok) throw new Error(moved.reason)
  const { live_version } = await db
    .selectFrom('entry')
    .select('live_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, version: live_version ?? 0, title: data.title }
}

/** Returns their addresses. */
export async function addSubscribers(db: Db, count: number, now: Date): Promise<string[]> {
  const at = now.getTime()
  const rows = Array.from({ length: count }, () => {
    const id = newId()
    return { id, email: `${id}@example.org`, source: 'page' as const, asked_at: at, confirmed_at: at }
  })
  await db.insertInto('subscriber').values(rows).execute()
  return rows.map(({ email }) => email)
}
