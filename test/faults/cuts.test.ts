import { expect, test } from 'vitest'
import { cutPower } from './cuts.ts'
import { canCompile } from './disk-layer.ts'

const onSqlite = process.env['TEST_ENGINE'] === 'sqlite'

// The layer between the site and the disk needs a C compiler, which not every machine has.
test.runIf(onSqlite && canCompile())(
  'after a power cut nothing that the site acknowledged is lost, half written or duplicated (J3)',
  { timeout: 300_000 },
  async () => {
    const results = await cutPower({ times: 2, seed: 19_941_204 })

    expect(results.faults).toEqual([])
    expect(results.acknowledged).toBeGreaterThan(0)
    expect(results.unsynced).toBeGreaterThan(0)
  },
)
