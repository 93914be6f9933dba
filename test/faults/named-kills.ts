import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#test/harness/random.ts'
import { checkAll, checkNew } from './checks.ts'
import { SimulatedUsers } from './simulated-users.ts'
import { checkLetters } from './letters.ts'
import type { FaultSite } from './fault-site.ts'
import { points, sides } from './point-names.ts'

/** J2: the process dies before and after each named step, at any of its occurrences. */

const latestRound = 8
const reachedWithinMs = 120_000
const preload = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'points.ts')}` }

export const everyPoint = points.flatMap((point) => sides.map((side) => ({ point, side })))

export async function killAtPoints(
  testSite: FaultSite,
  {
    seed,
    rounds,
    wanted = everyPoint,
    endsAt = Infinity,
  }: {
    seed: number
    rounds: number
    wanted?: typeof everyPoint
    endsAt?: number
  },
  print: (line: string) => void = () => undefined,
) {
  const random = randomFrom(seed)
  const users = new SimulatedUsers(testSite)
  const { site } = testSite
  const faults: string[] = []
  const reached = new Map<string, number>()
  const done = new AbortController()
  let kills = 0
  await site.kill()
  await site.start()
  const working = users.work(done.signal)
  for (let round = 0; round < rounds && faults.length < 20 && performance.now() < endsAt; round++) {
    for (const { point, side } of wanted) {
      await site.kill()
      faults.push(...(await checkNew(testSite, users.ledger)))
      const time = 1 + Math.floor(random() * latestRound)
      // Some steps happen during startup, so the site may never open.
      site.begin({ ...preload, FAULT_POINT: `${point}/${side}/${time}` })
      void site.opened().catch(() => undefined)
      const end = await Promise.race([site.ended, sleep(reachedWithinMs), working])
      const name = `${point}/${side}`
      kills++
      if (end?.signal === 'SIGKILL') reached.set(name, (reached.get(name) ?? 0) + 1)
      else faults.push(`${name} was not reached: ${end ? end.errors.slice(-500) : 'too slow'}`)
    }
    print(
      `${kills} kills, ${reached.size} points, ${users.ledger.acknowledged} acknowledged, ${faults.length} faults`,
    )
  }
  await site.kill()
  await site.start()
  done.abort()
  await working
  faults.push(...users.ledger.bad, ...(await checkAll(testSite, users.ledger)))
  testSite.count.kills += kills
  const post = await checkLetters(testSite)
  const { acknowledged, lost: lostAnswers } = users.ledger
  return {
    ...{ kills, points: reached.size, acknowledged, lostAnswers, letters: post.letters },
    ...{ doubledLetters: post.doubled, faults: [...faults, ...post.faults] },
  }
}
