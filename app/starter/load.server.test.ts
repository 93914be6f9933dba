import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { sharedTest as test } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { draftCalls } from './draft-calls.ts'
import { facts } from './facts.ts'
import { loadStarterContent } from './load.server.ts'
import { samples } from './samples.ts'
import { starterSettings } from './settings.ts'
import { firstOrAll } from '#test/harness/scale.ts'

const autumn = new Date('2026-11-15T06:30:00Z')

test('an empty site gets every fact, every sample and the settings, once', async ({ db, folder }) => {
  const lines: string[] = []
  await load(db, folder, lines)
  const first = await countAll(db)

  expect(first).toMatchObject({
    entry: facts.length + samples.length + draftCalls.length,
    entry_version: first.entry,
    person: 200,
  })
  expect(lines[0]).toMatch(/^Loading/)
  expect(await readSettings(db)).toMatchObject(starterSettings)
  const flagged = await db.selectFrom('entry').select('id').where('sample_at', 'is not', null).execute()
  expect(flagged).toHaveLength(samples.length)

  const more: string[] = []
  await load(db, folder, more)
  expect(await countAll(db)).toEqual(first)
  expect(more).toEqual([])
})

test('every file that an entry names is stored', async ({ db, folder }) => {
  await load(db, folder)
  const versions = await db.selectFrom('entry_version').select('data').execute()
  const files = openFileStore(join(folder, 'files'))

  expect(versions.filter(({ data }) => /"(picture|pdf):/.test(data))).toEqual([])
  for (const { sha256 } of await db.selectFrom('file').select('sha256').execute())
    expect(await files.has(sha256)).toBe(true)
})

test.for(firstOrAll([/publishing/, /drew 12/]))(
  'a load that was killed at “%s” starts again and ends as if nothing had happened',
  { timeout: 120_000 },
  async (moment, { db, address, folder }) => {
    const killed = runOther('load', address, folder)
    await killed.line(moment)
    killed.process.kill('SIGKILL')
    await killed.ended
    const left = await countAll(db)
    expect([0, facts.length + samples.length + draftCalls.length]).toContain(left.entry)

    const { code, errors } = await runOther('load', address, folder).ended
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const counts = await countAll(db)
    expect(counts).toMatchObject({ entry: facts.length + samples.length + draftCalls.length, person: 200 })
    expect(counts.job).toBe(counts.picture_variant)
    const named = await db.selectFrom('file').select('sha256').distinct().execute()
    expect(storedIn(join(folder, 'files'))).toHaveLength(named.length)
  },
)

function load(db: Db, folder: string, lines: string[] = []) {
  const files = openFileStore(join(folder, 'files'))
  return loadStarterContent(db, files, autumn, (line) => lines.push(line), 30)
}

const tables = [
  'entry',
  'entry_version',
  'person',
  'file',
  'picture_variant',
  'job',
  'search_entry',
  'setting',
] as const

async function countAll(db: Db) {
  const counts: Partial<Record<(typeof tables)[number], number>> = {}
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = count
  }
  return counts
}

/** Complete files only: a half-written file of a killed process has a longer name. */
function storedIn(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (item) => item.isFile() && item.name.length === 64,
  )
}
