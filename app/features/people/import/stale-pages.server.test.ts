import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { sharedTest as test } from '#test/harness/db.ts'
import { checkImport } from './check.server.ts'
import { guessMapping } from './fields.ts'
import { beginImport, mapColumns, startImport } from './operations.server.ts'
import { runSome } from './run.server.ts'
import { showLateImports } from './stale-pages.server.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'editor', address: '192.0.2.1' }
const start = new Date('2026-11-15T06:30:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

test('people of an import that nobody continues are shown after half a minute, once', async ({ db }) => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `L-${at},Person ${'abcdefghij'.charAt(at % 10)}${at},1994`,
  )
  const bytes = Buffer.from(`No,Name,Year\n${rows.join('\n')}\n`)
  const started = await beginImport(db, asha, { name: 'l.csv', bytes, sheet: '' }, start)
  const id = started.ok ? started.id : ''
  await mapColumns(db, asha, id, guessMapping(['No', 'Name', 'Year']), start)
  await checkImport(db, id, start)
  await startImport(db, asha, id, start)
  await runSome(db, id, after(1), true)
  const version = await readContentVersion(db)

  // It raised the version itself.
  await showLateImports(db, after(60))
  expect(await readContentVersion(db)).toBe(version)

  // The next rows did not, and then the process hung.
  await runSome(db, id, after(2), false)
  await showLateImports(db, after(20))
  expect(await readContentVersion(db)).toBe(version)
  await showLateImports(db, after(40))
  await showLateImports(db, after(100))
  expect(await readContentVersion(db)).toBe(version + 1)
})
