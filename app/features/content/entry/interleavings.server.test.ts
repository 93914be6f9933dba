import { expect } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { monday, sharedTest } from '#test/harness/db.ts'
import { letThemWork, type Colleague, type OfficeTally } from '#test/makers/office-at-work.ts'
import { randomFrom } from '#test/harness/random.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'

/** O1 and O2 of the threat model. `INTERLEAVINGS=1000` runs as many as required; `SEED` starts elsewhere. */

const count = Number(process.env['INTERLEAVINGS'] ?? 6)
const seed = Number(process.env['SEED'] ?? 19_941_204)

sharedTest(
  `${count} times several people work on the same things in parallel as if one after another (seed ${seed})`,
  { timeout: 1_800_000 },
  async ({ db, address }) => {
    const random = randomFrom(seed)
    const colleagues: Colleague[] = []
    for (const role of ['admin', 'admin', 'editor'] as const) {
      const actor = actorFor(await makeStaff(db, monday, { role }))
      if (actor.kind === 'staff') colleagues.push({ db: openDatabase(address), actor })
    }
    const tally: OfficeTally = { tried: 0, done: 0, refused: 0 }
    const began = process.cpuUsage()
    for (let number = 0; number < count; number++)
      await letThemWork({ db, colleagues, now: monday, random }, number, tally)
    await Promise.all(colleagues.map((colleague) => colleague.db.destroy()))

    const { user, system } = process.cpuUsage(began)
    if (process.env['INTERLEAVINGS']) console.info({ count, seed, ...tally, cpuMs: (user + system) / 1000 })
    expect(tally.refused).toBeGreaterThan(count)
    expect(tally.done).toBeGreaterThan(count)
    expect(await verifyChain(db)).toMatchObject({ ok: true })
  },
)
