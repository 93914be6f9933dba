import fc from 'fast-check'
import { monday, test } from '#test/db.ts'
import { anySteps, letPagesWork, type World } from '#test/editing-model.ts'
import { actorFor, makeStaff } from '#test/staff.ts'

/** `DRAFT_RUNS=2000` runs as many as `npm run test:full`; `SEED` begins elsewhere. */

const runs = Number(process.env['DRAFT_RUNS'] ?? 150)
const seed = Number(process.env['SEED'] ?? 20_261_116)

test(
  `whatever ${runs} times several tabs, devices and people type, what a page called saved is found again (seed ${seed})`,
  { timeout: 1_800_000 },
  async ({ db }) => {
    const people: World['people'] = []
    for (const role of ['admin', 'editor'] as const) {
      const actor = actorFor(await makeStaff(db, monday, { role }))
      if (actor.kind === 'staff') people.push(actor)
    }
    await fc.assert(
      fc.asyncProperty(anySteps, (steps) => letPagesWork({ db, people }, steps, monday)),
      { numRuns: runs, seed, endOnFailure: false },
    )
  },
)
