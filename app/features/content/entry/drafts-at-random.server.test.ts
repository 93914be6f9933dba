import fc from 'fast-check'
import { monday, test } from '#test/harness/db.ts'
import { repeat } from '#test/harness/scale.ts'
import { anySteps, letPagesWork, makeWriters } from '#test/models/editing-model.ts'

const runs = Number(process.env['DRAFT_RUNS'] ?? repeat({ short: 50, full: 300 }))
const seed = Number(process.env['SEED'] ?? 20_261_116)

test(
  `whatever ${runs} times several tabs, devices and people type, what a page reported as saved is found again (seed ${seed})`,
  { timeout: 1_800_000 },
  async ({ db }) => {
    const people = await makeWriters(db, monday)
    await fc.assert(
      fc.asyncProperty(anySteps, (steps) => letPagesWork({ db, people }, steps, monday)),
      { numRuns: runs, seed, endOnFailure: process.env['MUTANT'] !== undefined },
    )
  },
)
