import { expect, inject, onTestFinished, test } from 'vitest'
import { killAtRandom } from './kills.ts'
import { everyPoint, killAtPoints } from './named-kills.ts'
import { openFaultSite } from './fault-site.ts'

/** The short part of the campaign; `npm run test:faults` is the long one. */

const seed = 19_941_204

async function testSite() {
  const onPostgres = process.env['TEST_ENGINE'] === 'postgres'
  const opened = await openFaultSite({ postgresUrl: onPostgres ? inject('postgresUrl') : undefined })
  onTestFinished(opened.close)
  return opened
}

test(
  'killed at random and at named steps, the site loses, half writes and duplicates nothing that it acknowledged (J1, J2)',
  { timeout: 300_000 },
  async () => {
    const here = await testSite()
    const random = await killAtRandom(here, { kills: 2, seed })
    const wanted = everyPoint.filter(
      ({ point, side }) => (point === 'commit' && side === 'after') || (point === 'send' && side === 'after'),
    )
    const named = await killAtPoints(here, { seed, rounds: 1, wanted })

    expect(random.faults).toEqual([])
    expect(named.faults).toEqual([])
    expect(random.acknowledged).toBeGreaterThan(0)
    expect(named.points).toBe(wanted.length)
  },
)
