import { expect, test } from 'vitest'
import { canMount, fillDisk } from './disk.ts'

const onSqlite = process.env['TEST_ENGINE'] === 'sqlite'

// A volume of a given size can be had only by an administrator of the machine.
test.runIf(onSqlite && canMount())(
  'on a full disk pages stay up, writes are refused in words, nothing is torn, and room is used again (K1)',
  { timeout: 300_000 },
  async () => {
    const results = await fillDisk({ times: 2 })

    expect(results.faults).toEqual([])
    expect(results.refused).toBeGreaterThan(0)
    expect(results.acknowledged).toBeGreaterThan(0)
  },
)
