import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { findInSearch } from '#db/search/search.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { dumpAll, test } from '#test/makers/backups.ts'
import { monday } from '#test/harness/db.ts'
import { runProgram } from '#test/harness/processes.ts'
import { moveDatabase } from './move.server.ts'
import { onlyInFull } from '#test/harness/scale.ts'

test('a site moves to the other engine and back without a row changed', async ({
  sourceSite,
  makeEmptySite,
}) => {
  const [embedded, other] = [await makeEmptySite('sqlite'), await makeEmptySite()]
  const before = await dumpAll(sourceSite.database)
  await moveDatabase(sourceSite.database, embedded.database, newFolder(), monday)
  await moveDatabase(embedded.database, other.database, newFolder(), monday)
  const db = openDatabase(other.database)

  expect(await dumpAll(embedded.database)).toEqual(before)
  expect(await dumpAll(other.database)).toEqual(before)
  expect(await migrate(db, monday)).toEqual([])
  expect(await verifyChain(db)).toMatchObject({ ok: true })
  expect((await findInSearch(db, 'constitution', { limit: 5, offset: 0 })).total).toBeGreaterThan(0)
  await db.destroy()
})

test(
  'it moves only into an empty database, and the command says what it did',
  onlyInFull,
  async ({ sourceSite, makeEmptySite }) => {
    const target = await makeEmptySite('sqlite')
    const onServer = sourceSite.database.startsWith('postgres') ? { DATABASE_URL: sourceSite.database } : {}
    const run = () =>
      runProgram('scripts/move.ts', { DATA_DIR: sourceSite.dataDir, ...onServer }, '--to', target.database)
        .ended
    const [first, again] = [await run(), await run()]

    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(first.lines[0]).toMatch(/^Copied \d+ rows in \d+ tables; every table has the same hash\.$/)
    expect(again).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The new database is not empty/),
    })
    expect(await dumpAll(target.database)).toEqual(await dumpAll(sourceSite.database))
  },
)

test('a move to a folder that is not there is refused with a sentence', async ({ sourceSite }) => {
  const to = join(newFolder(), 'missing', 'site.db')
  const ended = await runProgram('scripts/move.ts', { DATA_DIR: sourceSite.dataDir }, '--to', to).ended

  expect(ended).toMatchObject({ code: 1, errors: expect.stringMatching(/^There is no folder ".*missing"\./) })
  expect(ended.errors).not.toContain('    at ')
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'moving-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
