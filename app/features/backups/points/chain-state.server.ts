import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#db/engine/sync-folder.server.ts'
import { writeAll } from '#server/files/write-all.server.ts'
import { PageHashes } from './page-hashes.ts'

/** What the next point continues from, if it is still there. Otherwise a new chain begins. */

const stateSchema = z.strictObject({
  /** Where the chain is stored, and the fingerprint of its key. */
  store: z.string(),
  key: z.string(),
  chain: z.string(),
  startedAt: z.int(),
  number: z.int(),
  /** The name of the last point. */
  last: z.string(),
  /** The moment up to which everything is in the points, also if nothing had to be written. */
  at: z.int(),
  pageSize: z.int(),
  position: z.strictObject({ salt: z.string(), frame: z.int(), sum: z.string() }).nullable(),
  digest: z.string(),
  /** The hashes of the keys and anchors that the chain holds. */
  dataFiles: z.record(z.string(), z.string()),
  /** A hash of the names of all files that were stored; without a change there is nothing to compare. */
  files: z.string(),
  /** Files that no row names any more, and since when. */
  unnamed: z.record(z.string(), z.int()),
})

export type ChainState = z.infer<typeof stateSchema>

export const stateName = 'recovery-point'

export async function readChainState(
  dataDir: string,
): Promise<{ state: ChainState; hashes: PageHashes } | undefined> {
  const bytes = await readFile(join(dataDir, stateName)).catch(() => undefined)
  const end = bytes?.indexOf(10) ?? -1
  if (!bytes || end < 0) return undefined
  const state = parseState(bytes.toString('utf8', 0, end))
  const hashes = new PageHashes(bytes.subarray(end + 1))
  return state && hashes.digest() === state.digest ? { state, hashes } : undefined
}

export async function writeChainState(dataDir: string, state: ChainState, hashes: PageHashes): Promise<void> {
  const path = join(dataDir, stateName)
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await writeAll(file, Buffer.concat([Buffer.from(`${JSON.stringify(state)}\n`), hashes.bytes]), 0)
    await file.sync()
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

export function parseState(line: string): ChainState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
