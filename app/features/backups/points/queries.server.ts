import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseState, stateName } from './chain-state.server.ts'

/** The moment up to which the points are complete; undefined if there are none. */
export async function findLastPoint(dataDir: string): Promise<number | undefined> {
  const file = await open(join(dataDir, stateName)).catch(() => undefined)
  if (!file) return undefined
  try {
    for await (const line of file.readLines({ autoClose: false })) return parseState(line)?.at
    return undefined
  } finally {
    await file.close()
  }
}
