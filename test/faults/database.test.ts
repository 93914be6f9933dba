import { expect, inject, test } from 'vitest'
import { holdWriteLock } from './busy.ts'
import { breakDatabase } from './database.ts'
import { failOver } from './failover.ts'
import { onlyInFull } from '#test/harness/scale.ts'

/** Short versions. The campaign checks how long things take, on a quiet machine. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'
const isTimed = false

test.runIf(onPostgres)(
  'while PostgreSQL is cut off and silent, pages stay up, writes are refused with a message, and nothing is lost (L1, L2)',
  { timeout: 300_000 },
  async () => {
    const terms = { lengthMs: 1500, only: ['cut', 'silent'], isTimed }
    const results = await breakDatabase(inject('postgresUrl'), terms)

    expect(results.faults).toEqual([])
    expect(results.reads).toBeGreaterThan(0)
    expect(results.refused).toBeGreaterThan(0)
  },
)

test.runIf(onPostgres)(
  'when a standby PostgreSQL takes over and the former primary returns, nothing is lost or duplicated (L1)',
  { timeout: 300_000, ...onlyInFull },
  async () => {
    const results = await failOver({ how: 'killed', lengthMs: 1000, isTimed })

    expect(results.faults).toEqual([])
    expect(results.refused).toBeGreaterThan(0)
  },
)

test.runIf(!onPostgres)(
  'while another process holds the write lock of SQLite, pages stay up and writes wait or are refused with a message (L2)',
  { timeout: 300_000 },
  async () => {
    const results = await holdWriteLock({ lengthMs: 1500, lockMs: 4500, seed: 7, isTimed })

    expect(results.faults).toEqual([])
    expect(results.refused).toBeGreaterThan(0)
  },
)
