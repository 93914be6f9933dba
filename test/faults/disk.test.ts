import { expect, test } from 'vitest'
import { canMount, fillDisk } from './disk.ts'

const onSqlite = process.env['TEST_ENGINE'] === 'sqlite'

// Only an administrator of the machine can create a volume of a given size.
test.runIf(onSqlite && canMount())(
  'on a full disk pages stay up, writes are refused with a message, nothing is half written, and freed space is used again (K1)',
  { timeout: 300_000 },
  async () => {
    const results = await fillDisk({ times: 2 })

    expect(results.faults).toEqual([])
    expect(results.refused).toBeGreaterThan(0)
    expect(results.acknowledged).toBeGreaterThan(0)
  },
)
