import { expect, test } from 'vitest'
import { cutPower } from './cuts.ts'
import { canCompile } from './disk-layer.ts'

const onSqlite = process.env['TEST_ENGINE'] === 'sqlite'

// The layer between the site and the disk needs a C compiler, which not every machine has.
test.runIf(onSqlite && canCompile())(
  'when the power goes, the site loses, tears and doubles nothing that it acknowledged (J3)',
  { timeout: 300_000 },
  async () => {
    const results = await cutPower({ times: 2, seed: 19_941_204 })

    expect(results.faults).toEqual([])
    expect(results.acknowledged).toBeGreaterThan(0)
    expect(results.unsynced).toBeGreaterThan(0)
  },
)
