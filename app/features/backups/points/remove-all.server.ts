import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#office-time.ts'
import type { BackupStore } from '#features/backups/backup-store.server.ts'
import { readChainState, stateName } from './chain-state.server.ts'
import { pointsPrefix } from './point.ts'

/** A start that forgets the setting must not remove what somebody may want to restore. */
const stayMs = 7 * dayMs

/**
 * Removes all points of a site that has taken none for a week, and returns how many files that were. A new site beside
 * the points of another, which may be about to be restored from them, has no chain state and leaves them alone.
 */
export async function removeAllPoints(
  dataDir: string,
  store: BackupStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const known = await readChainState(dataDir)
  if (known?.state.store !== store.location || now.getTime() - known.state.at < stayMs) return 0
  const names = await store.list(pointsPrefix)
  // The last one first: without it nothing continues a chain of which a part is gone.
  for (const name of new Set([known.state.last, ...names])) {
    if (signal?.aborted) return 0
    await store.remove(name)
  }
  await rm(join(dataDir, stateName))
  return names.length
}
