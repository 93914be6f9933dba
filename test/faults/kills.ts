import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#test/harness/random.ts'
import { checkAll, checkNew } from './checks.ts'
import { SimulatedUsers } from './simulated-users.ts'
import { checkLetters } from './letters.ts'
import type { FaultSite } from './fault-site.ts'

/** J1: the process is killed at random, again and again, while eight people use the site. */

const maxAcknowledged = 24
const maxLifeMs = 5000
const checksAllEvery = 50
/** One kill in this many comes while the site is still starting. */
const duringStart = 0.1

/** How the process ends, and what is wrong once it is open again. */
interface Ending {
  kill: (users: SimulatedUsers) => Promise<void>
  opened: (users: SimulatedUsers) => Promise<string[]>
}

const byKill: Ending = { kill: ({ site }) => site.kill(), opened: async () => [] }

export interface KillResults {
  kills: number
  acknowledged: number
  lostAnswers: number
  letters: number
  doubledLetters: number
  slowestStartMs: number
  faults: string[]
}

export async function killAtRandom(
  testSite: FaultSite,
  {
    kills,
    seed,
    endsAt = Infinity,
    ending = byKill,
  }: { kills: number; seed: number; endsAt?: number; ending?: Ending },
  print: (line: string) => void = () => undefined,
): Promise<KillResults> {
  const random = randomFrom(seed)
  const users = new SimulatedUsers(testSite)
  const { site } = testSite
  const faults: string[] = []
  const done = new AbortController()
  let slowestStartMs = 0
  let killed = 0
  await site.start()
  const working = users.work(done.signal)
  try {
    while (killed < kills && performance.now() < endsAt) {
      await Promise.race([liveOn(users, random), working])
      await ending.kill(users)
      killed++
      const started = performance.now()
      if (random() < duringStart && killed < kills) {
        site.begin()
        await sleep(random() * 1500)
        await ending.kill(users)
        killed++
      }
      await site.start()
      slowestStartMs = Math.max(slowestStartMs, performance.now() - started)
      faults.push(...(await ending.opened(users)), ...(await checkNew(testSite, users.ledger)))
      if (killed % checksAllEvery === 0) {
        faults.push(...(await checkAll(testSite, users.ledger)))
        print(`${killed} kills, ${users.ledger.acknowledged} acknowledged, ${faults.length} faults`)
      }
      if (faults.length > 20) break
    }
  } finally {
    done.abort()
  }
  await working
  faults.push(...users.ledger.bad, ...(await checkAll(testSite, users.ledger)))
  testSite.count.kills += killed
  const post = await checkLetters(testSite)
  const { acknowledged, lost: lostAnswers } = users.ledger
  return {
    ...{ kills: killed, acknowledged, lostAnswers, letters: post.letters, doubledLetters: post.doubled },
    ...{ slowestStartMs: Math.round(slowestStartMs), faults: [...faults, ...post.faults] },
  }
}

/** Until a few more actions were acknowledged, and slightly longer. */
async function liveOn({ ledger }: SimulatedUsers, random: () => number) {
  const enough = ledger.acknowledged + random() * maxAcknowledged
  const giveUpAt = performance.now() + maxLifeMs
  while (ledger.acknowledged < enough && performance.now() < giveUpAt) await sleep(2)
  await sleep(random() * 30)
}
