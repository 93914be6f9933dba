import fc from 'fast-check'
import { expect, test } from 'vitest'
import { live } from '#test/models/account-life.ts'
import { openStage } from '#test/models/account-life-stage.ts'
import { lives, livesAtFirebase } from '#test/models/account-life-steps.ts'
import { FirebaseStandIn } from '#test/firebase/stand-in.ts'
import { captureLog } from '#test/harness/log.ts'
import { repeat } from '#test/harness/scale.ts'

const runs = Number(process.env['LIVES'] ?? repeat({ short: 12, full: 200 }))
const seed = Number(process.env['SEED'] ?? 19_941_204)

test(
  `whatever two people do who claim one address, only the one who proved it acts, and sensitive actions need fresh proof (${runs} lives, seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    captureLog()
    const { stage, close } = await openStage()
    const came = { nobody: 0, proved: 0, acting: 0 }
    const property = fc.asyncProperty(lives, async (steps) => {
      came[await live(stage, steps)]++
    })
    await fc.assert(property, { numRuns: runs, seed })
    await close()

    // Lives in which nothing succeeds would satisfy every rule.
    expect(came.proved).toBeGreaterThan(runs / 10)
    expect(came.acting).toBeGreaterThan(runs / 10)
  },
)

test(
  'the same holds where Firebase stores the passwords, and the stranger may have been there first',
  { timeout: 600_000 },
  async () => {
    captureLog()
    const firebase = await FirebaseStandIn.start()
    const { stage, close } = await openStage(undefined, firebase)
    const came = { nobody: 0, proved: 0, acting: 0 }
    const property = fc.asyncProperty(livesAtFirebase, async (steps) => {
      came[await live(stage, steps)]++
    })
    const numRuns = Math.ceil(runs / 3)
    await fc.assert(property, { numRuns, seed })
    await close()
    firebase.close()

    expect(came.proved).toBeGreaterThan(0)
    expect(firebase.requests.map(({ act }) => act)).toContain('signInWithPassword')
    expect(firebase.people.size).toBeGreaterThan(numRuns / 10)
  },
)
