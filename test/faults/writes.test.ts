import { expect, test } from 'vitest'
import { canCompile } from './disk-layer.ts'
import { failWrites } from './writes.ts'

const onSqlite = process.env['TEST_ENGINE'] === 'sqlite'

// The layer between the site and the disk needs a C compiler, which not every machine has.
test.runIf(onSqlite && canCompile())(
  'when single writes fail, pages stay up, people get a message, nothing is half written, and the site recovers (K1)',
  { timeout: 300_000 },
  async () => {
    const results = await failWrites({ times: 4, seed: 19_941_204 })

    expect(results.faults).toEqual([])
    expect(results.refused).toBeGreaterThan(0)
    expect(results.acknowledged).toBeGreaterThan(0)
  },
)
