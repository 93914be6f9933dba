import { runOther } from '#test/harness/processes.ts'
import { randomFrom } from '#test/harness/random.ts'
import { runThroughFaults } from './run-through-faults.ts'
import { openFaultSite } from './fault-site.ts'

/** L2 on SQLite: a second process takes the only write lock again and again, and then holds it. */

interface LockCampaign {
  /** How long the storm of short locks lasts. */
  lengthMs: number
  /** How long the long one is held. */
  lockMs: number
  seed: number
  isTimed: boolean
}

export async function holdWriteLock(
  { lengthMs, lockMs, seed, isTimed }: LockCampaign,
  print?: (line: string) => void,
) {
  const testSite = await openFaultSite()
  const hold = async (rounds: string[]) => {
    const { code, errors } = await runOther('hold-lock', testSite.address, ...rounds).ended
    return code === 0 ? [] : [`the other process ended: ${errors}`]
  }
  try {
    const injected = {
      storm: () => hold(storm(lengthMs, seed)),
      'one long lock': () => hold([`${lockMs}/0`]),
    }
    return await runThroughFaults(testSite, injected, {
      isTimed,
      print,
      ...(!isTimed && { maxRecoveryMs: 30_000 }),
    })
  } finally {
    await testSite.close()
  }
}

/** Locks of up to half a second with hardly a moment between them. */
function storm(lengthMs: number, seed: number): string[] {
  const random = randomFrom(seed)
  const rounds: string[] = []
  for (let ms = 0; ms < lengthMs;) {
    const [holdMs, restMs] = [Math.ceil(random() * 500), Math.ceil(random() * 10)]
    rounds.push(`${holdMs}/${restMs}`)
    ms += holdMs + restMs
  }
  return rounds
}
