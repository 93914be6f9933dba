import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pick, randomFrom } from '#test/harness/random.ts'
import { checkEngine } from './checks.ts'
import { leaveCheckpoints, type SimulatedUsers } from './simulated-users.ts'
import { LayeredFolder, type IgnoredSyncs } from './disk-layer.ts'
import { killAtRandom } from './kills.ts'
import { openFaultSite } from './fault-site.ts'
import { losePower, losses } from './power.ts'

/**
 * J3: the power is cut, again and again, while eight people use the site; what was not synced is lost or half written.
 */

const latestChange = 40
const maxWaitMs = 200

export async function cutPower(
  {
    times,
    seed,
    endsAt,
    ignoredSyncs,
  }: { times: number; seed: number; endsAt?: number; ignoredSyncs?: IgnoredSyncs | undefined },
  print?: (line: string) => void,
) {
  const layer = new LayeredFolder()
  const { folder, journal } = layer
  const testSite = await openFaultSite({ folder, env: layer.journalled(ignoredSyncs) })
  await leaveCheckpoints(testSite.db)
  // What a new site creates for itself is tested in first-cuts.ts; here people's own data must be checked.
  if (ignoredSyncs) {
    await testSite.site.start({ LD_PRELOAD: '' })
    await testSite.site.stop()
  }
  const random = randomFrom(seed + 1)
  const lost = { unsynced: 0, lost: 0 }
  const ending = {
    async kill(users: SimulatedUsers) {
      // The campaign must not remember what the machine has forgotten, nor run cleanup on exit.
      await users.closeDatabase()
      // Half of the cuts come between two changes that belong together, the others whenever it happens.
      if (random() < 0.5) layer.dieAfter(Math.floor(random() * latestChange))
      await Promise.race([testSite.site.ended, sleep(random() * maxWaitMs)])
      await testSite.site.kill()
      layer.mend()
      const cut = losePower(journal, pick(losses, random), random)
      lost.unsynced += cut.unsynced
      lost.lost += cut.lost
      rmSync(join(folder, 'site.db-shm'), { force: true })
    },
    async opened(users: SimulatedUsers) {
      await users.reopenDatabase()
      return checkEngine(testSite)
    },
  }
  try {
    const options = { kills: times, seed, ending, ...(endsAt !== undefined && { endsAt }) }
    const found = killAtRandom(testSite, options, print)
    return { ...(await (ignoredSyncs ? found.catch(asFault) : found)), ...lost }
  } finally {
    await testSite.close()
    layer.remove()
  }
}

/** A site that does not even start has lost something too. */
function asFault(error: unknown) {
  return { acknowledged: 0, faults: [String(error)] }
}
