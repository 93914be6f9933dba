import { dayMs } from '#office-time.ts'
import { listNamedFiles, storedName } from './copy-files.server.ts'
import { chainsPrefix, pointFilesPrefix, readPointName, type NamedPoint } from './point.ts'
import type { PointSource } from './take.server.ts'

/**
 * Removes the chains, and the files that no row has named, for longer than the days that can be restored. Returns the
 * files that no row names and since when.
 */
export async function removeOldPoints(
  { store, database, key, days }: PointSource,
  unnamed: Record<string, number>,
  now: number,
): Promise<Record<string, number>> {
  const points = (await store.list(chainsPrefix)).flatMap((name) => readPointName(name) ?? [])
  for (const { name } of outdated(points, now - days * dayMs)) await store.remove(name)

  const named = new Set(
    (await listNamedFiles(database)).map(({ folder, sha256 }) => storedName(key, folder, sha256)),
  )
  const since: Record<string, number> = {}
  for (const name of await store.list(pointFilesPrefix)) {
    if (named.has(name)) continue
    const from = unnamed[name] ?? now
    // A chain that covers the first of the days began up to a day earlier.
    if (now - from > (days + 1) * dayMs) await store.remove(name)
    else since[name] = from
  }
  return since
}

/** Every chain but the last one that began before the limit, which is needed to restore that moment. */
export function outdated(points: NamedPoint[], limit: number): NamedPoint[] {
  const starts = new Map<string, number>()
  for (const { chain, at } of points) starts.set(chain, Math.min(at, starts.get(chain) ?? at))
  const old = [...starts].filter(([, at]) => at <= limit).toSorted(([, a], [, b]) => b - a)
  const removed = new Set(old.slice(1).map(([chain]) => chain))
  return points.filter(({ chain }) => removed.has(chain))
}
