import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeStore } from '#test/makers/cases.ts'
import { test } from '#test/harness/db.ts'
import { playDrafts } from '#test/models/draft-model.ts'

/** Two thousand lives of a form draft. Prints its results for docs/evidence/form-drafts.md; DRAFT_SEED plays others. */

const sequences = Number(process.env['DRAFT_SEQUENCES'] ?? 2000)
const seed = Number(process.env['DRAFT_SEED'] ?? 1994)

test('two thousand random lives of a form draft lose nothing that a page reported as saved', async ({
  db,
}) => {
  const started = performance.now()
  const now = new Date('2026-11-16T05:30:00Z')
  const tally = await playDrafts(db, makeStore(), { sequences, seed, now })

  const seconds = Math.round((performance.now() - started) / 1000)
  const engine = process.env['TEST_ENGINE'] ?? 'sqlite'
  const results = Object.entries(tally).map(([what, count]) => `${count} ${what}`)
  const line = `${engine}: ${sequences} sequences, seed ${seed}, ${results.join(', ')}, ${seconds} s\n`
  if (process.env['DRAFT_FIGURES'])
    writeFileSync(join(process.env['DRAFT_FIGURES'], `drafts-${engine}.txt`), line)
  for (const [what, count] of Object.entries(tally)) expect(count, what).toBeGreaterThan(sequences / 40)
})
