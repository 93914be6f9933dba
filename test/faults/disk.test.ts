import { expect, test } from 'vitest'
import { join } from 'node:path'
import { writeBounded } from '#server/input/mixed-form.server.ts'
import { canMount, fillDisk, onSmallVolume } from './disk.ts'

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

test.runIf(onSqlite && canMount())(
  'a file for which only a part of the space is left is refused',
  async () => {
    const toWrite = async function* () {
      yield Buffer.alloc(1_500_000)
    }

    const writing = onSmallVolume(1, (folder) => writeBounded(join(folder, 'file'), toWrite(), 2_000_000))

    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
  },
)
