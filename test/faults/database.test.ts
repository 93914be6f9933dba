import { expect, inject, test } from 'vitest'
import { breakDatabase } from './database.ts'

const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

test.runIf(onPostgres)(
  'while PostgreSQL is cut off and silent, pages stay up, writes are refused in words, and nothing is lost (L1, L2)',
  { timeout: 300_000 },
  async () => {
    const figures = await breakDatabase(inject('postgresUrl'), { lengthMs: 1500, only: ['cut', 'silent'] })

    expect(figures.faults).toEqual([])
    expect(figures.reads).toBeGreaterThan(0)
    expect(figures.refused).toBeGreaterThan(0)
  },
)
