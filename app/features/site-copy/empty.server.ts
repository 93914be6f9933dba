import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'

/** Something done on this site that a copy would replace. */
export interface Obstacle {
  what: string
  times: number
  lastAt: number
}

/** These change nothing, in any feature. */
const readingActions = /\.(read|exported)$/

/** In words what a copy would replace, `false` for a harmless action, and nothing if no feature knows the action. */
export function obstacleOf(action: string, words: ObstacleWords): string | false | undefined {
  if (readingActions.test(action)) return harmless
  const said: Record<string, string | false> = words
  return said[action] ?? said[nounOf(action)]
}

function nounOf(action: string) {
  return action.split('.')[0] ?? action
}

/**
 * What blocks the import of a copy. A site is empty as long as it has nothing but unchanged starter content. The audit
 * trail decides, because it records every change. An action that no feature knows any more blocks too. Unsaved typed text
 * is not in the trail yet.
 */
export async function listObstacles(db: Db, words: ObstacleWords): Promise<Obstacle[]> {
  const actions = await db
    .selectFrom('audit_entry')
    .select((eb) => ['action', eb.fn.countAll<number>().as('times'), eb.fn.max('at').as('lastAt')])
    .groupBy('action')
    .execute()
  const found = new Map<string, Obstacle>()
  for (const { action, times, lastAt } of actions) {
    const what = obstacleOf(action, words) ?? `Someone changed “${nounOf(action)}”`
    if (what !== harmless) add(found, what, times, lastAt)
  }
  for (const row of await listUnrecorded(db)) add(found, row.what, row.times, row.lastAt)
  return [...found.values()].toSorted((a, b) => (a.what < b.what ? -1 : 1))
}

function add(found: Map<string, Obstacle>, what: string, times: number, lastAt: number) {
  const before = found.get(what) ?? { what, times: 0, lastAt: 0 }
  found.set(what, { what, times: before.times + times, lastAt: Math.max(before.lastAt, lastAt) })
}

/** What exists although no action records it; the starter content has no people or files except samples. */
async function listUnrecorded(db: Db): Promise<Obstacle[]> {
  const typed = await db
    .selectFrom('working_copy')
    .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('saved_at').as('lastAt')])
    .executeTakeFirst()
  const snapshots = await db
    .selectFrom('working_copy_snapshot')
    .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('typed_at').as('lastAt')])
    .executeTakeFirst()
  const unrecorded = [typed, snapshots].map((row) => ({
    what: 'Someone has unsaved text in an entry',
    ...row,
  }))
  for (const [table, what] of [
    ['person', 'The register has people who are not samples'],
    ['file', 'The library has files that are not samples'],
  ] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('times'), eb.fn.max('created_at').as('lastAt')])
      .where('sample_at', 'is', null)
      .executeTakeFirst()
    unrecorded.push({ what, ...row })
  }
  return unrecorded.flatMap(({ what, times, lastAt }) =>
    times ? [{ what, times, lastAt: lastAt ?? 0 }] : [],
  )
}

/** For someone who sees no page. */
export function obstacleSentence(obstacles: Obstacle[]): string {
  const parts = obstacles.map(({ what, lastAt }) => `${what}, last on ${officeDay(lastAt)}.`)
  return [
    'This site is not empty.',
    ...parts,
    'You can import a copy only into a site where nobody has worked yet.',
  ].join(' ')
}
