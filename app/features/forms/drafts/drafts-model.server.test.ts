import { expect } from 'vitest'
import { makeStore } from '#test/makers/cases.ts'
import { test } from '#test/harness/db.ts'
import { repeat } from '#test/harness/scale.ts'
import { playDrafts } from '#test/models/draft-model.ts'

const autumn = new Date('2026-11-16T05:30:00Z')

/** `npm run test:full` plays many more. */
test(
  'nothing that a page reported as saved is lost by other tabs, devices, links or late requests',
  { timeout: 120_000 },
  async ({ db }) => {
    const sequences = repeat({ short: 80, full: 200 })
    const tally = await playDrafts(db, makeStore(), { sequences, seed: 19_941_204, now: autumn })

    for (const [what, count] of Object.entries(tally)) expect(count, what).toBeGreaterThan(5)
  },
)
